"""Summary of a run: statistics of each entry, computed from its rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from contest.runs.columns import Columns, columns
from contest.statistics.quantiles import (
    PERCENTILES,
    Z_95,
    interval,
    percentile,
    standard_error,
)
from game.protocol import Mode, Outcome
from game.record import Game
from game.wording import number
from game.words import Vocabulary

if TYPE_CHECKING:
    import pandas as pd


def summarise(
    rows: Iterable[Mapping[str, str]], vocabulary: Vocabulary
) -> pd.DataFrame:
    """Return one line per entry from the rows of a run.

    Parameters
    ----------
    rows : iterable of mapping
        As in ``games.csv``.
    vocabulary : Vocabulary
        The words of the run.

    Returns
    -------
    DataFrame
        Columns ``entry, mode, games``, the percentiles, a count for each outcome and
        ``seconds`` (wall, mean per game). For each percentile like ``p05`` also
        ``p05_low`` and ``p05_high``, its 95 % interval. For WORDPL the exact
        posteriors add ``p05_budget``, where the chance to win crosses 5 %, with its
        95 % interval ``p05_budget_low`` and ``p05_budget_high``, and ``p05_chance``,
        the chance to win within that budget, with its standard error ``p05_error``;
        ``luck`` is the excess of games won over their prediction, in standard
        deviations (docs/runs.md has the formula).
        Classic Wordle adds ``total``, ``mean`` and ``worst`` number of guesses,
        which are ``inf`` where a game was lost, and ``mean_error``, which is 0 where
        every answer was played once.

    Raises
    ------
    RecordError
        When a row cannot be read or has other words.
    """
    return table(columns(rows, vocabulary))


def table(found: Mapping[str, Columns]) -> pd.DataFrame:
    """Return one line per entry, as `summarise` does, from the arrays of a run."""
    import pandas as pd

    return pd.DataFrame([_line(entry, games) for entry, games in found.items()])


def to_csv(table: pd.DataFrame) -> str:
    """Return a table as CSV, with `game.wording.number` for its numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"games": [1001.0, float("nan")], "p05": 3 * 12.3})
    >>> print(to_csv(table), end="")
    games,p05
    1001,36.9
    ,36.9
    """
    return table.map(_cell).to_csv(index=False)


def _cell(value: object) -> object:
    if not isinstance(value, float):
        return value
    return None if math.isnan(value) else number(value)


def games_by_entry(rows: Iterable[Mapping[str, str]]) -> dict[str, list[Game]]:
    """Return the games of each entry, in order.

    Raises
    ------
    RecordError
        When a row cannot be read or was played by other rules.
    """
    found: dict[str, list[Game]] = {}
    for row in rows:
        found.setdefault(row["entry"], []).append(Game.from_row(row))
    return found


_COUNTS = {
    "won": Outcome.WON,
    "wrong": Outcome.WRONG,
    "invalid": Outcome.INVALID,
    "crashed": Outcome.CRASHED,
    "timeouts": Outcome.TIMEOUT,
    "out_of_turns": Outcome.OUT_OF_TURNS,
}


def _line(entry: str, games: Columns) -> dict[str, object]:
    scores = np.sort(games.scores)
    line: dict[str, object] = {"entry": entry, "mode": str(games.mode)}
    line["games"] = len(scores)
    line |= {name: percentile(scores, p) for name, p in PERCENTILES.items()}
    line |= {name: games.count(outcome) for name, outcome in _COUNTS.items()}
    for name, p in PERCENTILES.items():
        # Every answer once is the whole population: no sampling error.
        ends = (line[name],) * 2 if games.whole else interval(scores, p)
        line |= dict(zip((f"{name}_low", f"{name}_high"), ends, strict=True))
    if games.mode is Mode.CLASSIC:
        error = 0.0 if games.whole else standard_error(scores)
        total = math.fsum(scores)
        line |= {"total": total, "mean": total / len(scores), "mean_error": error}
        line["worst"] = float(scores[-1])
    else:
        line |= _exact(games)
    line["seconds"] = games.mean_seconds()
    return line


def _exact(games: Columns) -> dict[str, float]:
    """Return the statistics that are based on exact posteriors."""
    curve = games.curve()
    found = {"luck": curve.luck(games.count(Outcome.WON))}
    for name, p in PERCENTILES.items():
        budget = curve.crossing(p)
        chance, error = curve.at(budget)
        low, high = curve.crossing(p, Z_95), curve.crossing(p, -Z_95)
        found |= {f"{name}_budget": budget}
        found |= {f"{name}_budget_low": low, f"{name}_budget_high": high}
        found |= {f"{name}_chance": chance, f"{name}_error": error}
    return found
