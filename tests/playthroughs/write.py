"""Writes playthroughs of games: ``python -m tests.playthroughs.write``.

Each text shows a game turn by turn: the state, what the player sees, and the score. It
also shows moves that the rules forbid, and the reason. `test_playthroughs` compares the
texts with the rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from game import Draws, Hard, Mode, Setting, Vocabulary, classic, deal, to_text
from game.channels.named import channel_of
from game.clues import MARKERS, split
from game.hard import objection
from game.hosts import AbsurdleHost, ChallengeHost, Host, NoisyHost
from game.loop import Round
from game.protocol import Forfeit, check_move
from game.text.formats import format_count, number

FOLDER = Path(__file__).resolve().parent
WORDS = Vocabulary.load()
INF = math.inf

Moves = Sequence[str | tuple[str, float]]


@dataclass(frozen=True)
class Playthrough:
    """A game to be shown: its rules in words, and the moves in order.

    A move that is only a word is a guess without a price. A move that the rules forbid
    is tried and changes nothing; but if it is the last move, it forfeits the game.
    """

    name: str
    rules: str
    setting: Setting
    moves: Moves
    answer: str = ""
    host: Host | None = None


CLASSIC = Setting(WORDS, Mode.CLASSIC, max_turns=6)
PLAYTHROUGHS = [
    Playthrough(
        "classic",
        "Classic Wordle. A mark is c (the letter is correct), i (it is elsewhere in "
        "the secret) or . (it is not in the secret, or not once more). Six guesses; "
        "fewer are better.",
        CLASSIC,
        # ZZZZZ is no word and SLAT is too short. SPEED and ERASE have E twice, ABIDE
        # once.
        ["zzzzz", "slat", "speed", "erase", "abide"],
        "abide",
    ),
    Playthrough(
        "classic-lost",
        "Classic Wordle, lost: after six guesses without the secret the score is inf.",
        CLASSIC,
        ["batch", "catch", "match", "patch", "latch", "watch"],
        "hatch",
    ),
    Playthrough(
        "hard-nyt",
        "Hard mode of the New York Times: a guess keeps every letter that is correct "
        "in its place and has every letter that is elsewhere. It may repeat a letter "
        "that is absent.",
        Setting(WORDS, Mode.CLASSIC, max_turns=6, hard=Hard.NYT),
        ["slate", "crimp", "plane", "flame", "leafy", "blade", "place"],
        "place",
    ),
    Playthrough(
        "hard-strict",
        "Strict hard mode: a guess could be the secret, as far as the clues say.",
        Setting(WORDS, Mode.CLASSIC, max_turns=6, hard=Hard.STRICT),
        ["slate", "crimp", "flame", "slate", "blaze", "plane", "place"],
        "place",
    ),
    Playthrough(
        "four-boards",
        "Four boards: each guess is marked on every board. A board that is solved "
        "goes on to be marked; the game is won when each has been solved once.",
        Setting(WORDS, Mode.CLASSIC, max_turns=9, boards=4),
        ["slate", "crony", "humid", "abide", "hatch", "crane", "proxy"],
        "crane,abide,hatch,proxy",
    ),
    Playthrough(
        "absurdle",
        "Absurdle: there is no secret. Each clue is the one that keeps the most "
        "answers; of equals the one with fewest correct letters, then with fewest "
        "present ones. The game is won when only the guess is left.",
        Setting(WORDS, Mode.CLASSIC),
        ["slate", "crony", "humid", "jiffy", "piggy", "guppy"],
        host=AbsurdleHost(WORDS.answers),
    ),
    Playthrough(
        "challenge",
        "Absurdle's challenge: the host is to be led to a given word, here WOOZY. "
        "With any other last word the game is lost.",
        Setting(WORDS, Mode.CLASSIC),
        ["mamma", "blimp", "tried", "humid", "penne", "fight", "woozy"],
        host=ChallengeHost(WORDS.answers, "woozy"),
    ),
    Playthrough(
        "wordpl",
        "WORDPL: each letter is marked on its own, so that a letter that occurs once "
        "can be marked twice. A guess has a price in nats, and each of its marks is "
        "true with probability p / (p + 2), p = exp(price / 5). Price 0 is the final "
        "answer: if it is right, the score is the sum of the prices.",
        Setting(WORDS),
        [
            ("slate", INF),
            ("slate", 0.001),
            ("slate", -1.0),
            ("slate", 9.3),
            ("crony", 12.5),
            ("aahed", 0.0),
            ("crane", 14.0),
            ("crane", 0.0),
        ],
        "crane",
    ),
    Playthrough(
        "wordpl-cheap",
        "WORDPL: at most ten guesses of a game cost less than 1 nat. A wrong final "
        "answer scores inf.",
        Setting(WORDS),
        [*[("slate", 0.5)] * 11, ("slate", 1.0), ("crony", 0.0)],
        "crane",
    ),
    Playthrough(
        "wordpl-forfeit",
        "WORDPL: an illegal move of a strategy forfeits the game, as this last one "
        "does.",
        Setting(WORDS),
        [("slate", 9.3), ("zzzzz", 5.0)],
        "crane",
    ),
    Playthrough(
        "fibble-1",
        "Fibble: exactly one mark of every clue is false; the clue of the right guess "
        "is true. Eight guesses.",
        Setting(WORDS, Mode.FIBBLE, max_turns=8),
        ["slate", "crony", "humid", "crane"],
        "crane",
    ),
    Playthrough(
        "fibble-5",
        "Fibble with five lies: every mark is false; the clue of the right guess is "
        "true.",
        Setting(WORDS, Mode.FIBBLE, max_turns=8, channel="lies:5"),
        ["slate", "crony", "humid", "crane"],
        "crane",
    ),
    Playthrough(
        "fibble-given",
        "Fibble with a given first guess, here SLEEP: whatever the player says first "
        "is replaced by it.",
        Setting(WORDS, Mode.FIBBLE, max_turns=8, given="sleep"),
        ["crony", "crony", "crane"],
        "crane",
    ),
]


def write_playthrough(played: Playthrough) -> str:
    """Return the text of a playthrough."""
    setting = played.setting
    draws = Draws("playthrough", 0)
    host = played.host or deal(setting, draws, played.answer)
    if isinstance(host, AbsurdleHost):
        host.reset()
    game = Round(host, setting)
    lines = [fill(played.rules, 88), "", *describe(setting)]
    for index, move in enumerate(played.moves):
        guess, price = (move, INF) if isinstance(move, str) else move
        known = [(turn.guess, turn.clue) for turn in game.turns]
        title = f"turn {len(known) + 1}"
        # Several moves may be tried in one turn. The turn has only one heading.
        if title not in lines:
            lines += ["", title, *describe_state(setting, known)]
        cost = f" for {number(price)} nats" if setting.mode.priced else ""
        lines.append(f"  move     {guess}{cost}")
        is_last = index == len(played.moves) - 1
        try:
            check_move((guess, price), setting, known, (t.epsilon for t in game.turns))
        except Forfeit as forfeit:
            lines.append(f"  illegal  {forfeit.reason}")
            if is_last:
                game.forfeit(forfeit)
            continue
        before = len(game.turns)
        game.advance((guess, price))
        for turn in game.turns[before:]:
            if turn.guess != guess:
                lines.append(f"  given    {turn.guess}")
            if isinstance(host, NoisyHost):
                true = MARKERS[setting.rule](played.answer, turn.guess)
                lines.append(
                    f"  true     {to_text(true, 5)}, which the player does not see"
                )
            clues = "  ".join(to_text(clue, 5) for clue in turn.clues)
            lines.append(f"  sees     {clues}")
    assert game.is_over, played.name
    result = game.result()
    score = number(result.score)
    ending = f"outcome {result.outcome}, score {score}, secret {result.answer}"
    return "\n".join([*lines, "", ending, ""])


def describe(setting: Setting) -> Iterator[str]:
    """Yield the mode, and the values of a setting that are not the usual values."""
    usual = Setting(setting.vocabulary, setting.mode).to_dict()
    for name, value in setting.to_dict().items():
        if name == "mode" or value != usual[name]:
            yield f"{name} {value}"


def describe_state(setting: Setting, known: list[tuple[str, int]]) -> Iterator[str]:
    """Yield how many guesses hard mode allows, and how many answers fit the clues.

    In WORDPL every answer fits, so that no answers are counted.
    """
    if setting.hard is not Hard.OFF:
        legal = sum(not objection(w, known, setting.hard) for w in WORDS.guesses)
        yield f"  legal    {format_count(legal, 'guess')}"
    if setting.mode is Mode.WORDPL:
        return
    for board in range(setting.boards):
        fits = [w for w in WORDS.answers if fits_all(setting, known, w, board)]
        few = f": {' '.join(fits)}" if len(fits) <= 5 else ""
        name = f" on board {board + 1}" if setting.boards > 1 else ""
        yield f"  fit      {format_count(len(fits), 'answer')}{name}{few}"


def fits_all(
    setting: Setting, known: list[tuple[str, int]], word: str, board: int
) -> bool:
    """Return whether a word can be the secret, given the clues of a game."""
    channel = channel_of(setting)
    clues = [(guess, split(clue, setting.boards, 5)[board]) for guess, clue in known]
    return all(
        channel.likelihoods(clue, INF)[classic(word, guess)] > 0
        for guess, clue in clues
    )


def main() -> None:
    """Write the text of every playthrough."""
    for played in PLAYTHROUGHS:
        path = FOLDER / f"{played.name}.txt"
        path.write_text(write_playthrough(played), encoding="utf-8")


if __name__ == "__main__":
    main()
