"""Times of a strategy: of its start, of every move and of whole games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from contest.sandbox import remote
from contest.sandbox.claims import one_core
from contest.sandbox.confinement.referee import protect_referee
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import Time
from contest.sandbox.remote import WALL_FACTOR, Player
from contest.terminal.grid import align_columns
from contest.terminal.layout import WIDE, fold_text
from game.draws import Draws
from game.hosts import deal
from game.loop import Observed, play
from game.protocol import Outcome

_MOST_GAMES = 20  # in the table
_MOST_MOVES = 12  # with a line of their own


class TimedGame(NamedTuple):
    """A game's number, its moves with the final answer, its time and its outcome."""

    number: int
    moves: int
    time: Time
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Times:
    """Times of an entry's stages and games, of `limit` CPU seconds at most.

    Stages are by name: those of every start, then the moves by number. Games are in the
    order played.
    """

    limit: float
    stages: dict[str, list[Time]] = field(default_factory=lambda: defaultdict(list))
    games: list[TimedGame] = field(default_factory=list)

    def share_of_limit(self, game: TimedGame) -> float:
        """Return the share of the nearer limit that a game took."""
        wall_limit = WALL_FACTOR * self.limit
        return max(game.time.cpu / self.limit, game.time.wall / wall_limit)

    def text(self, width: int = WIDE) -> str:
        """Return the times as two tables."""
        stages = {**self.stages, "a whole game": [game.time for game in self.games]}
        stage_rows = [["ms", "times", "CPU mean", "most", "wall mean", "most"]]
        stage_rows += [_format_stage(name, times) for name, times in stages.items()]
        game_rows = [["game", "moves", "CPU s", "wall s", "of the limit", "outcome"]]
        nearest = sorted(self.games, key=self.share_of_limit, reverse=True)
        for game in nearest[:_MOST_GAMES]:
            seconds = (f"{game.time.cpu:.3f}", f"{game.time.wall:.3f}")
            share = f"{self.share_of_limit(game):.1%}"
            counts = (str(game.number), str(game.moves))
            game_rows.append([*counts, *seconds, share, str(game.outcome)])
        count = len(self.games)
        note = f", the {_MOST_GAMES} nearest of {count}" if count > _MOST_GAMES else ""
        limits = f"{self.limit:g} s of CPU, {WALL_FACTOR * self.limit:g} s by the clock"
        title = f"share of the time limit used by each game ({limits}){note}:"
        return (
            f"{align_columns(stage_rows, width, ['times'])}\n\n"
            f"{fold_text(title, width)}\n"
            f"{align_columns(game_rows, width, ['outcome', 'moves'])}"
        )


def measure_times(
    policy: SandboxPolicy,
    seed: str,
    games: int,
    on_game: Callable[[], object] = lambda: None,
) -> Times:
    """Play games as in a run, call `on_game` after each, and return the times.

    Raises `StartError` when the strategy cannot start.
    """
    protect_referee()
    times = Times(policy.setting.timeout)
    with one_core():
        while len(times.games) < games:
            with remote.start(policy) as player:
                _add_start(times, player)
                while len(times.games) < games and not player.process.ended:
                    _add_game(times, player, Draws(seed, len(times.games)))
                    on_game()
    return times


def _add_start(times: Times, player: Player) -> None:
    """Add the times of the stages of a start."""
    process = player.process
    times.stages["start"].append(process.confined)
    times.stages["import, prepare"].append(process.ready.since(process.confined))
    times.stages["unscored game"].append(player.unscored)


def _add_game(times: Times, player: Player, draws: Draws) -> None:
    """Play a game, and add its times and those of its moves."""
    setting, moves = player.policy.setting, list[Time]()
    with player.new_game(draws.strategy()) as strategy:

        @contextmanager
        def time_move() -> Iterator[None]:
            before = strategy.read_time()
            try:
                yield
            finally:
                moves.append(strategy.read_time().since(before))

        game = play(Observed(strategy, time_move), deal(setting, draws), setting)
        total = strategy.read_time()
    for number, duration in enumerate(moves, 1):
        name = f"move {number}" if number > 1 else "first move"
        times.stages[name if number <= _MOST_MOVES else "later moves"].append(duration)
    times.games.append(TimedGame(draws.game, len(moves), total, game.outcome))


def _format_stage(name: str, times: Sequence[Time]) -> list[str]:
    """Return the cells of a stage: means and maxima of CPU and wall times, in ms."""
    table = 1e3 * np.array(times)
    wall, cpu = table[:, 0], table[:, 1]
    values = (cpu.mean(), cpu.max(), wall.mean(), wall.max())
    return [name, str(len(times)), *(f"{value:.2f}" for value in values)]
