"""Display of a watched game, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

from commands.interactive._picture import picture
from commands.terminal import columns, has_colour
from contest.report.layout import folded
from contest.runs.watch import WatchedGame
from game.clues import Clue, to_marks, to_text
from game.protocol import Mode, Outcome, Setting
from game.record import FORFEITED, Game, Turn, budget
from game.render import tiles
from game.wording import counted, number
from solver.advice.insights import LIKELIEST, Insight, insights

_INDENT = " " * 4


def blocks(watched: WatchedGame, setting: Setting) -> Iterator[str]:
    """Yield the text of each turn, and of the final move.

    Parameters
    ----------
    watched : WatchedGame
        The game.
    setting : Setting
        Its rules and words.
    """
    game, thoughts = watched.game, watched.thoughts
    alone = setting.boards == 1
    seen = insights(setting, game.turns, game.answer) if alone else None
    rows = picture(game, setting).split("\n\n")
    for place, turn in enumerate(game.turns):
        insight = next(seen) if seen else None
        if game.mode is Mode.CLASSIC:
            head = [row.splitlines()[place] for row in rows]
        else:
            assert insight is not None
            paid = budget(game.turns[: place + 1])
            head = _noisy_head(place + 1, turn, insight, paid)
        # Several boards stand close together, as they are compared.
        about = _about(insight, game.mode) if insight else None
        yield _block(head, about, thoughts[place].seconds, thoughts[place].printed)
    if len(thoughts) > len(game.turns):
        last = thoughts[-1]
        head = [f"answer {game.final.upper()}" if game.final else "no valid move"]
        yield _block(head, [], last.seconds, last.printed)


def _block(
    head: list[str], about: list[str] | None, seconds: float, printed: str
) -> str:
    """Return the lines of a move, with its time and what the strategy printed."""
    wide = columns()
    lines = [*head]
    if about is not None:
        facts = [*about, f"thought for {seconds:.3f} s"]
        lines.append(folded(_INDENT + "; ".join(facts), wide))
    lines += [f"{_INDENT}| {line}"[:wide] for line in printed.splitlines()]
    return "\n".join(lines)


def _noisy_head(number_: int, turn: Turn, insight: Insight, paid: float) -> list[str]:
    """Return guess, price and clue as seen, and the true clue with the false marks."""
    length, colour = len(turn.guess), has_colour()
    price = f"for {number(turn.epsilon)}, budget {number(paid)}"
    lines = [f"{number_:>3} {tiles(turn.guess, turn.clue, colour=colour)}  {price}"]
    false = _false(turn.clue, insight.truth, length)
    if any(false):
        count = counted(sum(false), "false mark")
        # Without colours the clue stands behind the word, with them on its letters.
        step, gap = (4, 1) if colour else (1, length + 2)
        marks = "".join(("^" if x else " ").ljust(step) for x in false).rstrip()
        true = tiles(turn.guess, insight.truth, colour=colour)
        lines.append(f"{'':>4}{'':>{gap}}{marks}  {count}, in truth:")
        lines.append(f"{'':>4}{true}")
    return lines


def _false(seen: Clue, truth: Clue, length: int) -> list[bool]:
    pairs = zip(to_marks(seen, length), to_marks(truth, length), strict=True)
    return [a != b for a, b in pairs]


def _about(insight: Insight, mode: Mode) -> list[str]:
    """Return what a turn told, and which answers are likely."""
    facts = [f"{insight.gained:+.2f} bits ({insight.expected:.2f} expected)"]
    if mode is Mode.CLASSIC:
        words = [word.upper() for word, _ in insight.likeliest]
        return facts + ([" ".join(words)] if insight.left <= LIKELIEST else [])
    share = f"{100 * insight.chance:.2g} %"
    likely = ", ".join(f"{word} {100 * p:.2g} %" for word, p in insight.likeliest)
    return [*facts, f"the secret is no. {insight.rank}, {share}", f"likely: {likely}"]


def closing(game: Game, entry: str) -> str:
    """Return how a game ended, and how WORDPL is rated."""
    secret, wide = game.answer.replace(",", ", ").upper(), columns()
    if game.outcome in FORFEITED or game.outcome is Outcome.OUT_OF_TURNS:
        why = game.reason or game.outcome
        return folded(f"\n{secret} was not solved by {entry}: {why}", wide)
    if game.mode is Mode.CLASSIC:
        guesses = counted(len(game.turns), "guess")
        return folded(f"\n{secret} in {guesses} by {entry}", wide)
    paid = number(game.budget)
    end = "won for" if game.outcome is Outcome.WON else "lost after"
    typed = " ".join([*map(_typed, game.turns), game.final])
    rate = f"python interactive.py review {typed} --answer {game.answer}"
    said = folded(f"\n{secret}: {end} {paid} by {entry}; rate it with", wide)
    return f"{said}\n{rate}"


def _typed(turn: Turn) -> str:
    """Return a turn as it is typed for `review`."""
    return f"{turn.guess}={number(turn.epsilon)}:{to_text(turn.clue, len(turn.guess))}"
