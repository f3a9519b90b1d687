"""Summary of an entry: the statistics of its games.

``summary.csv``, the leaderboard, the tables of the terminal and the HTML report all
read the list `STATISTICS`. So a statistic that is added to this list can appear in all
of these places; its `Statistic.places` selects some of them. A ranking that is added to
`PERCENTILES` appears in all of these places, too. `ColumnFigures` has the figures of an
entry in one ranking.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum, auto
from functools import cached_property, partial
from typing import Self, TypeAlias

import numpy as np

from contest.statistics.games import Games
from contest.statistics.information import notice, refusal
from contest.statistics.quantiles import (
    PERCENTILES,
    percentile,
    percentile_interval,
    standard_error,
)
from game.protocol import MAX_MOVES, Mode, Outcome
from game.text.formats import number
from solver.numeric.elementary import total

Value: TypeAlias = int | float

OUTCOMES = {
    "won": Outcome.WON,
    "wrong": Outcome.WRONG,
    "invalid": Outcome.INVALID,
    "crashed": Outcome.CRASHED,
    "timeouts": Outcome.TIMEOUT,
    "out_of_turns": Outcome.OUT_OF_TURNS,
}
"""The outcomes that ``summary.csv`` counts; the keys are headings of the file."""


class Place(Enum):
    """Where a statistic is shown."""

    FILES = auto()
    """``summary.csv`` and ``leaderboard.csv``."""
    TERMINAL = auto()
    PAGE = auto()
    """The tables of the HTML report."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """A figure of an entry, how to compute it, and where and how to show it.

    Parameters
    ----------
    name : str
        The field of the figure in files.
    of : callable
        Computes the figure from the games of an entry.
    places : tuple of Place
        Where the figure is shown.
    modes : tuple of Mode
        The modes of the games that have the figure.
    heading : str
        The heading of the figure in tables; if it is empty, the heading is `name`.
    form : str
        The format of the figure in tables, like ``.1%``. If it is empty, the figure is
        shown like a score.
    error : str
        The name of the statistic that is the figure's standard error. Tables show the
        standard error after ±. If the figure has no standard error, `error` is empty.
    """

    name: str
    of: Callable[[Games], Value]
    places: tuple[Place, ...] = tuple(Place)
    modes: tuple[Mode, ...] = tuple(Mode)
    heading: str = ""
    form: str = ""
    error: str = ""

    @property
    def title(self) -> str:
        """The heading of the figure in tables."""
        return self.heading or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnFigures:
    """Figures of an entry in a ranking of the leaderboard.

    A figure that is not known is NaN. Budgets are in nats. Only the leaderboard
    computes `certified` and the figures after `certified`.

    Parameters
    ----------
    score, low, high : float
        The percentile of the scores, and the ends of its 95 % interval.
    budget, budget_low, budget_high : float
        The smallest budget whose luck-adjusted chance to win reaches the target
        probability, and the ends of its 95 % interval.
    chance, error : float
        The luck-adjusted chance to win within `budget`, and its standard error. If
        `budget` is ``inf``, the chance within the largest cost of a game.
    certified : float
        The smallest budget that an official run certifies, with 95 % confidence.
    certified_chance, certified_error : float
        The luck-adjusted chance to win within `certified`, and its standard error.
    error_share : float
        For a submission, its share of the error budget: the error that it may have in
        the test for the prize. It is 0 if the submission is not for this ranking.
    record : float
        The smallest budget that the submission certifies with the error `error_share`.
    """

    score: float = math.nan
    low: float = math.nan
    high: float = math.nan
    budget: float = math.nan
    budget_low: float = math.nan
    budget_high: float = math.nan
    chance: float = math.nan
    error: float = math.nan
    certified: float = math.nan
    certified_chance: float = math.nan
    certified_error: float = math.nan
    error_share: float = math.nan
    record: float = math.nan

    @classmethod
    def of(cls, games: Games, share: float) -> Self:
        """Return the figures of games in the ranking with this target probability."""
        # Every mode has a percentile of scores; only games with prices have budgets.
        score = percentile(games.sorted_scores, share)
        if games.whole:  # every answer was played, so there is no sampling error
            low = high = score
        else:
            low, high = percentile_interval(games.sorted_scores, share)
        if not games.setting.mode.priced:
            return cls(score=score, low=low, high=high)

        # If no budget reaches the share, `budget` is infinite, and `at` returns the
        # chance to win within the largest cost of a game.
        budget = games.curve.crossing(share)
        chance, error = games.curve.at(budget)
        return cls(
            score=score,
            low=low,
            high=high,
            budget=budget,
            budget_low=games.curve.crossing(share, 1),
            budget_high=games.curve.crossing(share, -1),
            chance=chance,
            error=error,
        )


_IN_COLUMN = [field.name for field in fields(ColumnFigures)]
SCORES = _IN_COLUMN[:3]
"""Names of the fields of `ColumnFigures` for games without prices."""
ADJUSTED = _IN_COLUMN[:8]
"""Names of the fields that `Summary` computes for games with prices."""


def columns_to_csv(
    columns: Mapping[str, ColumnFigures], names: Sequence[str] = _IN_COLUMN
) -> dict[str, float]:
    """Return the figures of an entry in all rankings, for a line of a file.

    The keys are the headings of the figures in files. `columns` has the figures in each
    ranking. `names` has the names of the figures to return.

    Examples
    --------
    >>> columns_to_csv({"p05": ColumnFigures(score=14.6, low=9.3)}, ["score", "low"])
    {'p05': 14.6, 'p05_low': 9.3}
    """
    return {
        _heading(column, name): getattr(figures, name)
        for name in names
        for column, figures in columns.items()
    }


def columns_from_csv(row: Mapping[str, str]) -> dict[str, ColumnFigures]:
    """Return the figures in each ranking, from a row of a file.

    A figure that the row does not have is NaN. Raises `ValueError` if a cell is not a
    number.
    """
    return {
        column: ColumnFigures(
            **{
                name: float(row.get(_heading(column, name)) or "nan")
                for name in _IN_COLUMN
            }
        )
        for column in PERCENTILES
    }


def _heading(column: str, name: str) -> str:
    return column if name == "score" else f"{column}_{name}"


@dataclass(frozen=True, eq=False)
class Summary:
    """An entry of a run, its games and the statistics of the games.

    The entry has at least one game. ``summary["mean"]`` is the statistic ``mean``.
    """

    entry: str
    games: Games
    run: str = ""

    def __getitem__(self, name: str) -> Value:
        return self.values[name]

    @cached_property
    def values(self) -> dict[str, Value]:
        """All statistics of the entry; the keys are the names of the statistics."""
        mode = self.games.setting.mode
        return {s.name: s.of(self.games) for s in STATISTICS if mode in s.modes}

    @cached_property
    def columns(self) -> dict[str, ColumnFigures]:
        """The figures of the entry in all rankings; the keys are names of rankings."""
        return {
            name: ColumnFigures.of(self.games, share)
            for name, share in PERCENTILES.items()
        }

    @property
    def filed(self) -> dict[str, Value]:
        """The statistics that ``summary.csv`` and ``leaderboard.csv`` have.

        The keys are the names of the statistics. The figures of the rankings are not
        among these statistics.
        """
        mode = self.games.setting.mode
        return {s.name: self[s.name] for s in select_statistics(Place.FILES, mode)}

    def line(self) -> dict[str, object]:
        """Return the entry's line in ``summary.csv``, which has no times of games.

        The keys are the headings of the file.
        """
        mode = self.games.setting.mode
        figures = ADJUSTED if mode.priced else SCORES
        return {
            "entry": self.entry,
            "mode": str(mode),
            **self.filed,
            **columns_to_csv(self.columns, figures),
            **self._chances(),
        }

    def chance_within(self, guesses: int) -> tuple[float, float]:
        """Return the chance to win within a number of guesses, and its standard error.

        The chance is luck-adjusted if the luck of the clues is known.
        """
        mean, error = self.games.curve.at(guesses)
        return min(mean, 1.0), error  # adjusted means are not limited to 1

    def _chances(self) -> dict[str, float]:
        """Return, for each number of guesses, the chance to win and its standard error.

        The keys are the headings in files. The result is empty for games with prices,
        or if the luck is not known.
        """
        if self.games.setting.mode.priced or not self.games.is_adjusted:
            return {}
        chances = {}
        limits = limits_between(self.games.histogram, self.games.setting.max_turns)
        for guesses in limits:
            chance, error = self.chance_within(guesses)
            chances[f"within_{guesses}"] = chance
            chances[f"within_{guesses}_error"] = error
        return chances

    def objection(self, entries: int) -> str:
        """Return why the information test voids the entry's score, or an empty string.

        `entries` is the number of entries that are tested together.
        """
        return refusal(self.values.get("side_information", 0.0), entries)

    def notice(self, entries: int) -> str:
        """Return what to do about a large e-value of the information test.

        Return an empty string if there is nothing to do. `entries` is the number of
        entries that are tested together.
        """
        return notice(self.values.get("side_information", 0.0), entries)


def limits_between(guesses: Iterable[int], max_turns: int) -> range:
    """Return every n for which the chance to win within n guesses is shown.

    `guesses` are the numbers of guesses with which games were won. The range begins
    with the smallest of these numbers. The range ends with `max_turns`, or, if games
    have no limit, with the largest number in `guesses`.

    Examples
    --------
    >>> limits_between([2, 4], 6)
    range(2, 7)
    >>> limits_between([2, 4], MAX_MOVES)
    range(2, 5)
    """
    taken = sorted(guesses)
    if not taken:
        return range(0)
    return range(taken[0], (max_turns if max_turns < MAX_MOVES else taken[-1]) + 1)


def select_statistics(place: Place, mode: Mode) -> list[Statistic]:
    """Return the statistics of `mode` that are shown in `place`, as in `STATISTICS`."""
    return [s for s in STATISTICS if place in s.places and mode in s.modes]


def csv_text(lines: Iterable[Mapping[str, object]]) -> str:
    """Return lines as CSV, with a heading; a missing cell and NaN are empty.

    The keys of a line are headings. `game.text.formats.number` formats the numbers.

    Examples
    --------
    >>> print(csv_text([{"games": 1001, "p05": 3 * 12.3}, {"p05": math.nan}]), end="")
    games,p05
    1001,36.9
    ,
    """
    lines = list(lines)

    # Lines may have different statistics; the table has the headings of all lines.
    names = list(dict.fromkeys(name for line in lines for name in line))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(line.get(name)) for name in names] for line in lines)
    return text.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, float):
        return value
    return None if math.isnan(value) else number(value)


def _mean(games: Games) -> float:
    return math.fsum(games.scores) / len(games)


def _mean_error(games: Games) -> float:
    return 0.0 if games.whole else standard_error(games.scores)


def _guesses(games: Games) -> float:
    return total(games.guesses) / len(games)


def _guesses_error(games: Games) -> float:
    return 0.0 if games.whole else standard_error(games.guesses)


def _std(games: Games) -> float:
    return math.inf if games.histogram.games < len(games) else games.histogram.std


def _seconds(games: Games) -> float:
    """Return the mean wall-clock time of the games whose time is known."""
    known = games.seconds[~np.isnan(games.seconds)]
    return float(known.mean(dtype=float)) if len(known) else math.nan


def _share_won(games: Games) -> float:
    return games.count(Outcome.WON) / len(games)


FILES = (Place.FILES,)
COUNTED = tuple(mode for mode in Mode if not mode.priced)

STATISTICS: tuple[Statistic, ...] = (
    Statistic("games", len, (Place.FILES, Place.TERMINAL, Place.PAGE), form=","),
    *(
        Statistic(k, partial(Games.count, outcome=o), FILES)
        for k, o in OUTCOMES.items()
    ),
    Statistic("total", lambda games: math.fsum(games.scores), modes=COUNTED),
    Statistic("mean", _mean, modes=COUNTED, error="mean_error"),
    Statistic("mean_error", _mean_error, FILES, COUNTED),
    Statistic(
        "guesses",
        _guesses,
        (*FILES, Place.PAGE),
        COUNTED,
        heading="adjusted",
        error="guesses_error",
    ),
    Statistic("guesses_error", _guesses_error, FILES, COUNTED),
    Statistic("std", _std, (Place.TERMINAL,), COUNTED, heading="sd"),
    Statistic(
        "worst",
        lambda games: float(games.sorted_scores[-1]),
        (*FILES, Place.PAGE),
        COUNTED,
    ),
    Statistic(
        "side_information",
        lambda games: float(games.side_information.max()),
        (*FILES, Place.PAGE),
        heading="e-value",
        form=".2g",
    ),
    Statistic(
        "share_won",
        _share_won,
        (Place.PAGE,),
        heading="won",
        form=".1%",
    ),
    Statistic("seconds", _seconds, (Place.TERMINAL,), heading="time/game"),
)
"""All statistics, in the order in which tables show them."""
