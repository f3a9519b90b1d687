"""Text that a player shares: the result of a game, which does not show its words."""

from __future__ import annotations

from collections.abc import Iterable

from game.clues import to_text
from game.hard import Hard
from game.protocol import Outcome
from game.record import Game, Turn
from game.spelling import is_from_right
from game.text.deals import TITLES, Deal
from game.text.formats import format_count, number
from game.text.render import solved_at


def share_text(deal: Deal, game: Game, address: str = "", hints: int = 0) -> str:
    """Return the text that a player shares: the result of a game and rows of tiles.

    ``web/game/share.js`` writes the same text in a page.

    The last line says how to play the same game: a link to the published page at
    `address`, or a command if there is no address. `hints` is the number of moves
    before which the player asked for a hint.

    Examples
    --------
    >>> from game.protocol import Mode, Setting
    >>> from game.words import Vocabulary
    >>> game = Game(
    ...     Mode.WORDPL, "crane", (Turn("crane", 12.0, 191),), "crane", Outcome.WON
    ... )
    >>> deal = Deal(Setting(Vocabulary.load()), day="2026-11-22")
    >>> print(share_text(deal, game))
    WORDPL 12, No. 1, 22 November, 3 lies
    🟩🟨⬜⬜🟩 12
    python interactive.py play --daily 2026-11-22
    """
    lies = ""
    if _is_noisy(deal):
        lies = format_count(sum(map(sum, game.lies)), "lie")
    elif deal.lies:
        lies = f"{format_count(int(deal.lies), 'lie')} in each row"
    helped = format_count(hints, "hint") if hints else ""
    title = [f"{TITLES[deal.kind]} {_score(deal, game)}", deal.name, lies, helped]
    lines = rows(game.turns)
    if _is_noisy(deal):
        pairs = zip(lines, game.turns, strict=True)
        lines = [f"{row} {number(turn.epsilon)}" for row, turn in pairs]
    text = [", ".join(filter(None, title)), *lines, deal.source(address)]
    return "\n".join(filter(None, text))


def rows(turns: Iterable[Turn]) -> list[str]:
    """Return a row of emoji for each turn of a game.

    If words are written from right to left, the tiles of each board are also written
    from right to left.
    """
    turns = list(turns)
    ends = solved_at(turns)
    lines = []
    for k, turn in enumerate(turns):
        length = len(turn.guess)
        boards = [
            "⬛" * length if ends.get(index, k) < k else to_text(clue, length, "tiles")
            for index, clue in enumerate(turn.clues)
        ]
        if is_from_right(turn.guess):
            boards = [f"\u2067{row}\u2069" for row in boards]
        lines.append(" ".join(boards))
    return lines


def _score(deal: Deal, game: Game) -> str:
    """Return the result of a game as text: its cost in WORDPL, else its guesses."""
    won = game.outcome is Outcome.WON
    if _is_noisy(deal):
        cost = number(game.budget)
        return cost if won else f"X after {cost}"
    return guesses_text(len(game.turns) if won else None, deal.most, deal.setting.hard)


def guesses_text(guesses: int | None, most: int, hard: Hard) -> str:
    """Return the number of guesses and their limit, like ``4/6`` or ``4/6*``.

    `guesses` is None if the game is lost. The limit `most` is 0 if there is no limit. A
    star follows if `hard` is a hard mode and not `OFF`.
    """
    star = "" if hard is Hard.OFF else "*"
    return f"{'X' if guesses is None else guesses}/{most or '∞'}{star}"


def _is_noisy(deal: Deal) -> bool:
    return deal.setting.mode.priced
