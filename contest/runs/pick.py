"""Choice of a game of a run: by its number, or by how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from contest.runs.folder import RunError, RunFolder
from contest.statistics.games import parsed
from contest.statistics.posteriors import Chances
from game.protocol import Mode, Outcome, Setting
from game.record import Game

Played = tuple[int, Game]

PICKS: dict[str, Callable[[Game], bool]] = {
    "lost": lambda game: game.outcome is not Outcome.WON,
    "crashed": lambda game: game.outcome is Outcome.CRASHED,
}
"""Ends of which the first game is picked, by name."""


def pick(
    folder: RunFolder, entry: str, setting: Setting, how: str, number: int | None = None
) -> Played:
    """Return a game of an entry, with its number; raise `RunError` when there is none.

    `how` is ``lost`` or ``crashed`` for the first such game; ``worst`` for the least
    probable final answer in WORDPL, and for the most guesses in classic Wordle, a lost
    game before a won one; empty for `number`.
    """
    games = _games(folder, entry)
    if how == "worst":
        worst = _badness(setting)
        found = max(games, key=lambda played: worst(played[1]), default=None)
    elif how:
        found = next((played for played in games if PICKS[how](played[1])), None)
    else:
        found = next((played for played in games if played[0] == number), None)
    if found is None:
        what = f"game {number}" if not how else f"{how} game"
        raise RunError(f"{str(folder.path)!r} has no {what} of {entry!r}")
    return found


def _games(folder: RunFolder, entry: str) -> Iterator[Played]:
    for row, game in parsed(folder.rows()):
        if row["entry"] == entry:
            yield int(row["game"]), game


def _badness(setting: Setting) -> Callable[[Game], tuple[float, float]]:
    """Return the order of games, the worst last."""
    if setting.mode is Mode.CLASSIC:
        return lambda game: (game.score, len(game.turns))
    chances = Chances(setting.vocabulary)
    return lambda game: (-chances(game), game.budget)
