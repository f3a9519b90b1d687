"""Profile of a strategy: times of its start and of every move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from contest.report.layout import WIDE, aligned, folded
from contest.runs.runner import warm_up
from contest.sandbox.affinity import one_core
from contest.sandbox.lockdown import protect_referee
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.remote import WALL_FACTOR, RemoteStrategy, Time
from game.draws import Draws
from game.hosts import deal
from game.loop import play
from game.protocol import Outcome, Setting

_SHOWN = 20  # games in the table
_MOVES = 12  # moves with a line of their own


@dataclass(frozen=True, slots=True)
class ProfiledGame:
    """One game's times.

    Parameters
    ----------
    number : int
        Number of the game.
    moves : tuple of Time
        Time of each move, including the final answer.
    total : Time
        Of the whole game.
    outcome : Outcome
        How it ended.
    """

    number: int
    moves: tuple[Time, ...]
    total: Time
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Start:
    """Times of the stages before the first game.

    Parameters
    ----------
    process : Time
        Start and confinement of a fresh interpreter.
    loading : Time
        Importing, constructing and preparing the strategy.
    warm_up : Time
        The unscored game.
    """

    process: Time
    loading: Time
    warm_up: Time


def profile(
    policy: SandboxPolicy, setting: Setting, seed: str, games: int
) -> Iterator[Start | ProfiledGame]:
    """Play games as in a run and yield the times of each.

    Parameters
    ----------
    policy : SandboxPolicy
        The strategy and its limits.
    setting : Setting
        Words and mode, as in `policy`.
    seed : str
        Root of the random streams of secrets and noise.
    games : int
        Number of games.

    Yields
    ------
    Start or ProfiledGame
        A start before the first game and after each game that ended the process.

    Raises
    ------
    StartError
        When the strategy cannot start.
    """
    protect_referee()
    remote = RemoteStrategy(policy)
    with one_core(), closing(remote):
        for number in range(games):
            if not remote.alive:
                yield _start(remote, setting)
            yield _game(remote, setting, Draws(seed, number))


def _start(remote: RemoteStrategy, setting: Setting) -> Start:
    began = time.monotonic()
    remote.start()
    # Time between the launch of the process and the start of its clock.
    early = time.monotonic() - began - remote.ready.wall
    process = Time(remote.confined.wall + early, remote.confined.cpu)
    loading = _minus(remote.ready, remote.confined)
    warm_up(remote, setting)
    warmed = remote.elapsed()
    if not remote.alive:  # failures in the games count
        remote.start()
    return Start(process, loading, warmed)


def _game(remote: RemoteStrategy, setting: Setting, draws: Draws) -> ProfiledGame:
    timed = _Timed(remote)
    host = deal(setting, draws)
    remote.new_game(draws.strategy())
    game = play(timed, host, setting)
    remote.end_game()
    total = Time(remote.seconds, remote.cpu_seconds)
    return ProfiledGame(draws.game, tuple(timed.moves), total, game.outcome)


class _Timed:
    """A strategy whose moves are timed."""

    def __init__(self, remote: RemoteStrategy) -> None:
        self.remote = remote
        self.moves: list[Time] = []

    def first_move(self) -> tuple[str, float]:
        return self._timed(self.remote.first_move)

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        return self._timed(lambda: self.remote.next_move(guess, epsilon, result))

    def _timed(self, move: Callable[[], tuple[str, float]]) -> tuple[str, float]:
        before = self.remote.elapsed()
        try:
            return move()
        finally:
            self.moves.append(_minus(self.remote.elapsed(), before))


def _minus(after: Time, before: Time) -> Time:
    return Time(*(max(0.0, a - b) for a, b in zip(after, before, strict=True)))


def profile_text(
    starts: Sequence[Start],
    games: Sequence[ProfiledGame],
    limit: float,
    width: int = WIDE,
) -> str:
    """Return a profile as plain text.

    Parameters
    ----------
    starts : sequence of Start
        At least one.
    games : sequence of ProfiledGame
        At least one.
    limit : float
        Seconds of CPU time for a game.
    width : int
        Of the screen.
    """
    stages = {
        "start": [start.process for start in starts],
        "import, prepare": [start.loading for start in starts],
        "unscored game": [start.warm_up for start in starts],
        **_by_move(games),
        "a whole game": [game.total for game in games],
    }
    head = ["ms", "times", "CPU mean", "most", "wall mean", "most"]
    lines = [head, *(_stage_cells(name, times) for name, times in stages.items())]
    ranked = sorted(games, key=lambda game: -_share(game, limit))
    rows = [["game", "moves", "CPU s", "wall s", "of the limit", "outcome"]]
    rows += [
        [
            str(game.number),
            str(len(game.moves)),
            f"{game.total.cpu:.3f}",
            f"{game.total.wall:.3f}",
            f"{_share(game, limit):.1%}",
            str(game.outcome),
        ]
        for game in ranked[:_SHOWN]
    ]
    more = f", the {_SHOWN} nearest of {len(games)}" if len(games) > _SHOWN else ""
    limits = f"{limit:g} s of CPU, {WALL_FACTOR * limit:g} s by the clock"
    return "\n".join(
        [
            aligned(lines, width, ["times"]),
            "",
            folded(f"how near each game came to the limit ({limits}){more}:", width),
            aligned(rows, width, ["outcome", "moves"]),
        ]
    )


def _by_move(games: Sequence[ProfiledGame]) -> dict[str, list[Time]]:
    """Return the times of all games by number of the move."""
    found: dict[str, list[Time]] = {}
    for game in games:
        for place, took in enumerate(game.moves, 1):
            name = "first move" if place == 1 else f"move {place}"
            name = name if place <= _MOVES else "later moves"
            found.setdefault(name, []).append(took)
    return found


def _stage_cells(name: str, times: Sequence[Time]) -> list[str]:
    table = 1e3 * np.array(times)
    wall, cpu = table[:, 0], table[:, 1]
    figures = (cpu.mean(), cpu.max(), wall.mean(), wall.max())
    return [name, str(len(times)), *(f"{value:.2f}" for value in figures)]


def _share(game: ProfiledGame, limit: float) -> float:
    """Return the used share of the limit that a game came closest to."""
    return max(game.total.cpu / limit, game.total.wall / (WALL_FACTOR * limit))
