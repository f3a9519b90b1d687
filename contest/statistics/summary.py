"""Summary of an entry: the statistics of its games, listed as data.

`STATISTICS` is the one list behind ``summary.csv``, the leaderboard, the tables of the
terminal and the HTML report. A statistic that is added to it is in all of them.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property, partial
from typing import TypeAlias

import numpy as np

from contest.statistics.games import Games
from contest.statistics.information import notice, refusal
from contest.statistics.intervals import crossing_interval, rank_sequence
from contest.statistics.quantiles import (
    PERCENTILES,
    at_ranks,
    percentile,
    rank_interval,
    standard_error,
)
from game.protocol import Mode, Outcome
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
"""The outcome that each column of counts is of."""


class Place(Enum):
    """Where a statistic is shown."""

    FILES = auto()
    """``summary.csv`` and ``leaderboard.csv``."""
    TERMINAL = auto()
    PAGE = auto()
    """The tables of the HTML report."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """A figure of an entry, computed from its games, and where and how it is shown.

    `name` is its column in files and `heading` that in tables, where it differs; `form`
    is the format of its numbers in tables, by default that of scores; `error` is the
    name of its standard error, which tables show with it.
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
        """The heading of its column in tables."""
        return self.heading or self.name


@dataclass(frozen=True, eq=False)
class Summary:
    """An entry of a run, its games and their statistics.

    There is at least one game. Indexing returns a statistic by name.
    """

    entry: str
    games: Games
    run: str = ""

    def __getitem__(self, name: str) -> Value:
        return self.values[name]

    @cached_property
    def values(self) -> dict[str, Value]:
        """All statistics by name."""
        mode = self.games.setting.mode
        return {s.name: s.of(self.games) for s in STATISTICS if mode in s.modes}

    def line(self) -> dict[str, object]:
        """Return the entry's line in files, without its times."""
        mode = self.games.setting.mode
        statistics = {
            s.name: self[s.name] for s in select_statistics(Place.FILES, mode)
        }
        return {"entry": self.entry, "mode": str(mode), **statistics}

    def objection(self, entries: int) -> str:
        """Return why its score does not count, as `contest.statistics.information`."""
        return refusal(self.values.get("side_information", 0.0), entries)

    def notice(self, entries: int) -> str:
        """Return what to do about a large e-value of its information test."""
        return notice(self.values.get("side_information", 0.0), entries)

    def cpu_quantile(self, share: float) -> float:
        """Return a quantile of the CPU seconds of games, NaN if one is unknown."""
        seconds = self.games.cpu_seconds
        return math.nan if np.isnan(seconds).any() else percentile(seconds, share)


def select_statistics(place: Place, mode: Mode) -> list[Statistic]:
    """Return the statistics of a game that are shown somewhere, in order."""
    return [s for s in STATISTICS if place in s.places and mode in s.modes]


def csv_text(lines: Iterable[Mapping[str, object]]) -> str:
    """Return lines as CSV, with `game.text.formats.number` for their numbers.

    Examples
    --------
    >>> print(csv_text([{"games": 1001, "p05": 3 * 12.3}, {"p05": math.nan}]), end="")
    games,p05
    1001,36.9
    ,
    """
    lines = list(lines)
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


def _end(games: Games, *, share: float, side: int) -> float:
    """Return an end of the 95 % interval of a percentile."""
    if games.whole:  # the whole population: no sampling error
        return percentile(games.sorted_scores, share)
    if games.horizon is None:
        ranks = rank_interval(len(games), share)
    else:
        ranks = rank_sequence(len(games), share, games.horizon)
    return at_ranks(games.sorted_scores, *ranks)[side]


def _ends(name: str, share: float) -> list[Statistic]:
    return [
        Statistic(f"{name}_{end}", partial(_end, share=share, side=side), FILES)
        for side, end in enumerate(("low", "high"))
    ]


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
    """Return the mean wall time of the games whose time is known."""
    known = games.seconds[~np.isnan(games.seconds)]
    return float(known.mean(dtype=float)) if len(known) else math.nan


def _exact(name: str, share: float) -> list[Statistic]:
    """Return the luck-adjusted statistics of a percentile."""

    def crossing(games: Games) -> float:
        return games.curve.crossing(share)

    def end(games: Games, side: int) -> float:
        any_time = games.horizon is not None
        return crossing_interval(games.curve, share, any_time=any_time)[side]

    def at(games: Games, side: int) -> float:
        return games.curve.at(crossing(games))[side]

    of: dict[str, Callable[[Games], Value]] = {
        "budget": crossing,
        "budget_low": partial(end, side=0),
        "budget_high": partial(end, side=1),
        "chance": partial(at, side=0),
        "error": partial(at, side=1),
    }
    return [Statistic(f"{name}_{end}", f, FILES, WORDPL) for end, f in of.items()]


def _count(games: Games, *, outcome: Outcome) -> int:
    return games.count(outcome)


def _share_won(games: Games) -> float:
    return games.count(Outcome.WON) / len(games)


def _score(games: Games, *, share: float) -> float:
    return percentile(games.sorted_scores, share)


FILES = (Place.FILES,)
WORDPL = tuple(mode for mode in Mode if mode.priced)
COUNTED = tuple(mode for mode in Mode if not mode.priced)

STATISTICS: tuple[Statistic, ...] = (
    Statistic("games", len, (Place.FILES, Place.TERMINAL, Place.PAGE), form=","),
    *(
        Statistic(name, partial(_score, share=share), (*FILES, Place.PAGE))
        for name, share in PERCENTILES.items()
    ),
    *(Statistic(k, partial(_count, outcome=o), FILES) for k, o in OUTCOMES.items()),
    *(s for name, share in PERCENTILES.items() for s in _ends(name, share)),
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
    *(s for name, share in PERCENTILES.items() for s in _exact(name, share)),
    Statistic(
        "share_won",
        _share_won,
        (Place.PAGE,),
        heading="won",
        form=".1%",
    ),
    Statistic("seconds", _seconds, (Place.TERMINAL,), heading="time/game"),
)
"""The statistics, in the order of columns."""
