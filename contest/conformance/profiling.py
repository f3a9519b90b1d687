"""Profile of a strategy: times of its start and of every move."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from contest.sandbox import remote
from contest.sandbox.claims import one_core
from contest.sandbox.confinement.lockdown import protect_referee
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import Time
from contest.sandbox.remote import WALL_FACTOR, Player
from contest.terminal.grid import align_columns
from contest.terminal.layout import WIDE, fold_text
from game.draws import Draws
from game.hosts import deal
from game.loop import Observed, play
from game.protocol import Outcome, Setting

_SHOWN = 20  # games in the table
_MOVES = 12  # moves with a line of their own


class ProfiledGame(NamedTuple):
    """A game's number, its moves with the final answer, its time and its outcome."""

    number: int
    moves: int
    time: Time
    outcome: Outcome


class Profile:
    """Times of an entry's stages and games.

    Stages are by name: those of every start, then the moves by number. Games are in the
    order played.
    """

    def __init__(self) -> None:
        self.stages: dict[str, list[Time]] = defaultdict(list)
        self.games: list[ProfiledGame] = []

    def play(
        self, policy: SandboxPolicy, setting: Setting, seed: str, games: int
    ) -> Iterator[ProfiledGame]:
        """Play games as in a run, with the words and mode of `policy`; yield each.

        Raises `StartError` when the strategy cannot start.
        """
        protect_referee()
        with one_core():
            while len(self.games) < games:
                with remote.start(policy) as player:
                    self._add_start(player)
                    while len(self.games) < games and not player.process.ended:
                        self._play_game(player, setting, Draws(seed, len(self.games)))
                        yield self.games[-1]

    def _add_start(self, player: Player) -> None:
        """Add the times of the stages of a start."""
        process = player.process
        self.stages["start"].append(process.confined)
        self.stages["import, prepare"].append(process.ready.since(process.confined))
        self.stages["unscored game"].append(player.unscored)

    def _play_game(self, player: Player, setting: Setting, draws: Draws) -> None:
        """Play a game, and add its times and those of its moves."""
        moves: list[Time] = []
        with player.new_game(draws.strategy()) as strategy:

            @contextmanager
            def timed() -> Iterator[None]:
                before = strategy.elapsed()
                try:
                    yield
                finally:
                    moves.append(strategy.elapsed().since(before))

            game = play(Observed(strategy, timed), deal(setting, draws), setting)
            total = strategy.elapsed()
        for number, duration in enumerate(moves, 1):
            name = f"move {number}" if number > 1 else "first move"
            self.stages[name if number <= _MOVES else "later moves"].append(duration)
        self.games.append(ProfiledGame(draws.game, len(moves), total, game.outcome))

    def text(self, limit: float, width: int = WIDE) -> str:
        """Return the times as two tables, for games of `limit` CPU seconds."""

        def used(game: ProfiledGame) -> float:
            """Return the share of the nearer limit."""
            return max(game.time.cpu / limit, game.time.wall / (WALL_FACTOR * limit))

        stages = {**self.stages, "a whole game": [game.time for game in self.games]}
        head = ["ms", "times", "CPU mean", "most", "wall mean", "most"]
        lines = [head, *(_cells(name, times) for name, times in stages.items())]
        rows = [["game", "moves", "CPU s", "wall s", "of the limit", "outcome"]]
        for game in sorted(self.games, key=used, reverse=True)[:_SHOWN]:
            seconds = (f"{game.time.cpu:.3f}", f"{game.time.wall:.3f}")
            played = (str(game.number), str(game.moves))
            rows.append([*played, *seconds, f"{used(game):.1%}", str(game.outcome)])
        count = len(self.games)
        more = f", the {_SHOWN} nearest of {count}" if count > _SHOWN else ""
        limits = f"{limit:g} s of CPU, {WALL_FACTOR * limit:g} s by the clock"
        title = f"share of the time limit used by each game ({limits}){more}:"
        return (
            f"{align_columns(lines, width, ['times'])}\n\n{fold_text(title, width)}\n"
            f"{align_columns(rows, width, ['outcome', 'moves'])}"
        )


def _cells(name: str, times: Sequence[Time]) -> list[str]:
    table = 1e3 * np.array(times)
    wall, cpu = table[:, 0], table[:, 1]
    figures = (cpu.mean(), cpu.max(), wall.mean(), wall.max())
    return [name, str(len(times)), *(f"{value:.2f}" for value in figures)]
