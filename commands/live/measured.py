"""Measured games of one version of a strategy, and their figures.

Every save of the strategy's file is a version.
"""

from __future__ import annotations

from dataclasses import dataclass

from commands.live.changes import Change, changes
from contest.runs.workers.runner import is_hard_failure
from contest.statistics.games import Games, GamesBuilder
from game.protocol import Outcome, Setting
from game.record import FORFEITED, Game

LEAST_COMPARED = 30
"""Games of a version with which later ones are compared, at least."""

_PATIENCE = 3  # games in a row whose process is lost, after which no further is played


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of a version, and how they differ from those of the one before.

    Versions count from 1, one more with every change of the strategy; `before` is the
    one that it is compared with, 0 for none. Of `most` games, `games` were played,
    `pairs` of them by both versions, and `forfeited` have no end; `reason` says why the
    last of these was forfeited. `stopped` says that no further games are played, as the
    process was lost again and again.
    """

    version: int
    games: int
    most: int
    changes: tuple[Change, ...] = ()
    before: int = 0
    pairs: int = 0
    forfeited: int = 0
    reason: str = ""
    stopped: bool = False


class Measured:
    """Games of a version, which grow one by one.

    `most` is the number of games to play. `before` has the games of the version to
    compare with.
    """

    def __init__(
        self,
        version: int,
        setting: Setting,
        most: int,
        before: Measured | None = None,
    ) -> None:
        self.version, self.most, self.before = version, most, before
        self._builder = GamesBuilder(setting)
        self._outcomes: list[Outcome] = []
        self._lost_processes = 0
        self._reason = ""

    def __len__(self) -> int:
        return len(self._outcomes)

    @property
    def complete(self) -> bool:
        """Whether no further game is to be played."""
        return len(self) >= self.most or self._lost_processes >= _PATIENCE

    @property
    def usable(self) -> bool:
        """Whether later versions can be compared with it: enough games, no forfeit."""
        return len(self) >= min(LEAST_COMPARED, self.most) and not self._reason

    def is_won(self, game: int) -> bool:
        """Return whether a game is known to be won."""
        return self._outcomes[game : game + 1] == [Outcome.WON]

    def add(self, game: Game) -> None:
        """Add the next game; raise `RecordError` when it is of another setting."""
        self._builder.add(game)
        self._outcomes.append(game.outcome)
        hard = is_hard_failure(game.outcome, game.reason)
        self._lost_processes = self._lost_processes + 1 if hard else 0
        if game.outcome in FORFEITED:
            self._reason = game.reason

    def figures(self) -> Figures:
        """Return the figures of the games so far."""
        pairs = min(len(self), len(self.before)) if self.before else 0
        before = self.before if pairs > 1 else None
        differences: tuple[Change, ...] = ()
        if before is not None:
            differences = tuple(
                changes(self._first_games(pairs), before._first_games(pairs))
            )
        elif len(self) > 1:
            differences = tuple(changes(self._builder.build()))
        return Figures(
            self.version,
            len(self),
            self.most,
            differences,
            before.version if before else 0,
            pairs,
            sum(outcome in FORFEITED for outcome in self._outcomes),
            self._reason,
            self._lost_processes >= _PATIENCE,
        )

    def _first_games(self, count: int) -> Games:
        return self._builder.build().first(count)
