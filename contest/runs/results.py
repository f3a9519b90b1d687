"""Result of an entry in a run: its games and their statistics."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from contest.runs.folder import RunError
from contest.statistics.posteriors import WinCurve, final_chances
from contest.statistics.quantiles import (
    PERCENTILES,
    Z_95,
    interval,
    percentile,
    standard_error,
)
from game.hard import Hard
from game.protocol import Mode, Outcome, Setting
from game.record import Game
from game.words import Vocabulary

if TYPE_CHECKING:
    import pandas as pd

SHOWN = ("game", "answer", "final", "outcome", "moves", "reason")
"""Columns of ``games.csv`` that are kept of a game to show."""

_CHUNK = 1000  # games per batch of posteriors
_MOST = 50_000  # games that are kept to be shown


@dataclass(frozen=True, slots=True)
class Column:
    """One percentile of a result.

    Attributes
    ----------
    share : float
        Of the games, from 0 to 1.
    score : float
        The percentile of the scores.
    low, high : float
        Ends of its 95 % interval.
    budget, budget_low, budget_high : float
        Where the exact chance to win crosses the share, with its 95 % interval; NaN
        in classic Wordle.
    """

    share: float
    score: float
    low: float
    high: float
    budget: float = math.nan
    budget_low: float = math.nan
    budget_high: float = math.nan


@dataclass(eq=False)
class Result:
    """One entry's games in a run.

    Attributes
    ----------
    run : str
        Name of the run's folder.
    entry : str
        Text of the entry.
    mode : Mode
        Which game was played.
    boards : int
        Secrets of a game.
    vocabulary : Vocabulary
        The words.
    hard : Hard
        The hard mode.
    scores, budgets, chances, seconds : array of float
        One per game: score, budget in nats, how probable the final answer was (WORDPL
        alone) and CPU seconds, NaN where they were not recorded.
    outcomes : Counter of str
        How games ended.
    answers : set of str
        Secrets that occurred.
    games : list of tuple of str
        `SHOWN` of the first games, up to a limit.
    """

    run: str
    entry: str
    mode: Mode
    boards: int
    vocabulary: Vocabulary
    hard: Hard = Hard.OFF
    scores: array[float] = field(default_factory=lambda: array("d"))
    budgets: array[float] = field(default_factory=lambda: array("d"))
    chances: array[float] = field(default_factory=lambda: array("d"))
    seconds: array[float] = field(default_factory=lambda: array("d"))
    outcomes: Counter[str] = field(default_factory=Counter)
    answers: set[str] = field(default_factory=set)
    games: list[tuple[str, ...]] = field(default_factory=list)
    _waiting: list[Game] = field(default_factory=list)

    @property
    def setting(self) -> Setting:
        """The rules and words of its games; only equal ones can be ranked together."""
        return Setting(self.vocabulary, self.mode, boards=self.boards, hard=self.hard)

    @cached_property
    def curve(self) -> WinCurve:
        """The chance to win within a budget."""
        return WinCurve(np.asarray(self.budgets), np.asarray(self.chances))

    @property
    def won(self) -> float:
        """Share of the games that were won."""
        return self.outcomes[str(Outcome.WON)] / len(self.scores)

    @property
    def total(self) -> float:
        """Sum of all scores."""
        return math.fsum(self.scores)

    @property
    def mean(self) -> float:
        """Mean score; ``inf`` where a game was lost."""
        return self.total / len(self.scores)

    @property
    def worst(self) -> float:
        """The largest score."""
        return max(self.scores)

    @property
    def mean_error(self) -> float:
        """Standard error of the mean score; 0 where nothing was drawn."""
        return 0.0 if self._exhaustive else standard_error(self.scores)

    @cached_property
    def columns(self) -> dict[str, Column]:
        """The percentiles of the contest with their intervals and crossings."""
        ranked, curve = sorted(self.scores), self.curve
        found = {}
        for name, share in PERCENTILES.items():
            score = percentile(ranked, share)
            ends = (score, score) if self._exhaustive else interval(ranked, share)
            errors = (0.0, Z_95, -Z_95) if self.mode is Mode.WORDPL else ()
            exact = [curve.crossing(share, error) for error in errors]
            found[name] = Column(share, score, *ends, *exact)
        return found

    @property
    def histogram(self) -> dict[int, int]:
        """Games won by number of guesses, in order."""
        counts = Counter(int(s) for s in self.scores if s < math.inf)
        return dict(sorted(counts.items()))

    def quantile(self, share: float) -> float:
        """Return the CPU seconds that a share of the games do not exceed, or NaN."""
        seconds: NDArray[np.float64] = np.asarray(self.seconds)
        if np.isnan(seconds).any():
            return math.nan
        return float(np.quantile(seconds, share, method="inverted_cdf"))

    def game(self, number: int) -> Game:
        """Return a game by its number.

        Raises
        ------
        RunError
            When it was not played, or not kept.
        """
        for row in self.games:
            if row[0] == str(number):
                return Game.from_row(dict(zip(SHOWN, row, strict=True), mode=self.mode))
        raise RunError(f"game {number!r}: expected one of {len(self.games)}")

    def to_frame(self) -> pd.DataFrame:
        """Return the games as a table: `SHOWN`, and with them score and seconds."""
        import pandas as pd

        table = pd.DataFrame(self.games, columns=list(SHOWN))
        table["game"] = table["game"].astype(int)
        count = len(table)
        return table.assign(score=self.scores[:count], seconds=self.seconds[:count])

    def add(self, game: Game, row: Mapping[str, str]) -> None:
        """Add a game and the row that it was read from."""
        self.seconds.append(float(row["cpu_seconds"]))
        self.scores.append(game.score)
        self.outcomes[str(game.outcome)] += 1
        self.answers.add(game.answer)
        if len(self.games) < _MOST:
            self.games.append(tuple(row[column] for column in SHOWN))
        if self.mode is Mode.WORDPL:
            self.budgets.append(game.budget)
            self._waiting.append(game)
            if len(self._waiting) >= _CHUNK:
                self.settle()

    def settle(self) -> None:
        """Compute the posteriors of the pending games."""
        self.chances.extend(final_chances(self._waiting, self.vocabulary).tolist())
        self._waiting.clear()

    @property
    def _exhaustive(self) -> bool:
        """Whether every answer was played once, so that there is no sampling error."""
        count = len(self.vocabulary.answers)
        return (
            self.mode is Mode.CLASSIC
            and self.boards == 1
            and len(self.answers) == len(self.scores) == count
        )
