"""Ranks that every entry of the leaderboard may have in every column.

Notes
-----
*What is compared.* Entry i is better than entry j in a column if, within the smaller of
the two budgets at which they cross its percentile, it has the larger chance to win: it
crosses it first, or with more to spare. That budget is ``inf`` where neither crosses.
All entries are ordered by this, with ties.

*Games.* All games of an entry count, of whatever run: they are independent draws of one
law. An estimate is the mean over them, and the covariance of two estimates is that of
the games that both entries played in the same run, divided by the product of their
numbers of games; runs have seeds of their own and are independent. Using the run alone
that two entries have in common would gain where their chances are correlated by more
than a half: between entries of the same run that is rare (the median is below 0.15).

*Why all statements hold together with 95 %.* The budget of a pair is one number that
is not known, so "i is not better than j" is refuted if it is refuted at each budget
which that number may be. With 99 % all crossings are in the intervals that bound these
budgets (Woodruff's, at equal shares of the error for every entry and column). Of the
tests at the true budgets, one for each ordered pair and column, none errs with 96 %:
S. Holm (1979), "A simple sequentially rejective multiple test procedure", which holds
whatever the dependence between them. And if every "better" is true, so is each rank
interval that follows: M. Mogstad, J. P. Romano, A. M. Shaikh and D. Wilhelm (2024),
"Inference for ranks with applications to mobility across neighbourhoods and academic
achievement across countries". A test is Student's, with the games of the entry that
has fewer; two games that were not played, one with chance 0 and one with chance 1, are
added to each variance (after A. Agresti and B. Caffo 2000, "Simple and effective
confidence intervals for proportions and differences of proportions"), as what was never
seen has no variance.

*Why entries that cannot be separated have a rank in common.* What follows from true
statements is true: where i is better than j and j than k, so is i than k. With all of
these, let i and j not be separated and each rank of i come before those of j. Then
the entries worse than i and the entries better than j are together at least as many as
there are entries; both leave out i and j, so that some k is in both; but then i is
better than k and k than j, and they are separated.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr  # scipy.stats is slow to import

from contest.leaderboard.leads import Runs, WinCurves
from contest.leaderboard.remembered import Remembered
from contest.statistics.comparison.simultaneous import groups_of, ranks_of
from contest.statistics.evalues import ERROR
from contest.statistics.games import Games
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import PERCENTILES
from game.wording import letters

Floats = NDArray[np.float64]

_CROSSINGS = ERROR / 5  # of the error, for the budgets at which the entries cross


class Rank(NamedTuple):
    """Rank of an entry in a column.

    Parameters
    ----------
    low, high : int
        The first and the last rank that it may have.
    group : str
        Letters: two entries have one in common if they cannot be separated.
    """

    low: int
    high: int
    group: str


def ranks(entries: Sequence[Runs]) -> dict[str, list[Rank]]:
    """Return the ranks of entries in every column, all of them sure at 95 % together.

    Parameters
    ----------
    entries : sequence of dict of str to WinCurve
        The games of each entry by run. Two entries played the same secrets, in the same
        order, in a run that both have.

    Returns
    -------
    dict of str to list of Rank
        By column, in the order of `entries`.

    Examples
    --------
    >>> from contest.statistics.posteriors import WinCurve
    >>> def games(price, chance):
    ...     return WinCurve(np.full(400, price), np.tile([0.0, 2 * chance], 200))
    >>> found = ranks([{"a": games(9.0, 0.3)}, {"b": games(8.0, 0.3)}])
    >>> [tuple(rank) for rank in found["p05"]]
    [(2, 2, 'b'), (1, 1, 'a')]
    >>> [tuple(rank) for rank in found["p95"]]
    [(1, 2, 'a'), (1, 2, 'a')]
    """
    found = {}
    for (column, _), better in zip(PERCENTILES.items(), _better(entries), strict=True):
        ends = ranks_of(better)
        order = sorted(range(len(ends)), key=lambda k: (*ends[k], k))
        group: list[list[str]] = [[] for _ in ends]
        for number, members in enumerate(groups_of(better, order)):
            for k in members:
                group[k].append(letters(number).lower())
        found[column] = [
            Rank(low, high, " ".join(own))
            for (low, high), own in zip(ends, group, strict=True)
        ]
    return found


def rank_columns(
    lines: Sequence[Mapping[str, Any]],
    games: Mapping[tuple[str, str], Games],
    known: Remembered,
) -> list[dict[str, Any]]:
    """Return the ranks of the lines of the leaderboard.

    All lines of an entry have its rank. An entry has none without games, and neither
    have runs of which more games were won than the clues explain, or which may have
    stopped because of their results.

    Parameters
    ----------
    lines : sequence of dict
        As `contest.leaderboard.standings.Leaderboard` has them.
    games : dict of (str, str) to Games
        The games by run and entry.
    known : Remembered
        What was computed before.

    Returns
    -------
    list of dict
        For each line ``p05_rank_low``, ``p05_rank_high``, ``p05_group``, and so on.
    """
    entries: dict[tuple[str, str], dict[str, WinCurve]] = {}
    for line in lines:
        own = games.get((line.get("run", ""), line["entry"]))
        if own and own.horizon is None and not math.isnan(line["p50"]):
            runs = entries.setdefault((line["entry"], line["call"]), {})
            runs[line["run"]] = own.curve
    if not entries:
        return [{} for _ in lines]
    played = list(entries.values())
    digests = [[[run, own[run].digest] for run in sorted(own)] for own in played]
    inputs = ["ranks", digests]
    found = known.value(dict[str, list[Rank]], inputs, lambda: ranks(played))
    columns: dict[tuple[str, str], dict[str, Any]] = {
        entry: {
            f"{column}_{name}": value
            for column, own in found.items()
            for name, value in zip(
                ("rank_low", "rank_high", "group"), own[place], strict=True
            )
        }
        for place, entry in enumerate(entries)
    }
    return [columns.get((line["entry"], line.get("call", "")), {}) for line in lines]


def _better(entries: Sequence[Runs]) -> list[NDArray[np.bool_]]:
    """Return which entries (rows) are surely better than which, for every column."""
    count = len(entries)
    table = WinCurves(entries)
    first, second = np.triu_indices(count, 1)
    tails = []  # by column: first better than second, second better than first
    for share in PERCENTILES.values():
        low, high = table.crossings(share, _CROSSINGS / len(PERCENTILES) / count)
        leads = table.leads(
            *(first, second),
            np.minimum(low[first], low[second]),
            np.minimum(high[first], high[second]),
        )
        fewer = np.minimum(table.games[first], table.games[second]) - 1.0
        tails.append([stdtr(np.maximum(fewer, 1.0), -lead) for lead in leads])
    refuted = _holm(np.ravel(tails), ERROR - _CROSSINGS).reshape(len(tails), 2, -1)
    found = []
    for ahead, behind in refuted:
        better = np.zeros((count, count), bool)
        better[first, second], better[second, first] = ahead, behind
        found.append(_closed(better))
    return found


def _holm(tails: Floats, error: float) -> NDArray[np.bool_]:
    """Return which hypotheses are refuted by their p-values, by Holm's method."""
    order = np.argsort(tails, kind="stable")
    kept = np.flatnonzero(tails[order] > error / np.arange(len(tails), 0, -1))
    refuted = np.zeros(len(tails), bool)
    refuted[order[: kept[0] if len(kept) else len(tails)]] = True
    return refuted


def _closed(better: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Add what follows from "better"; leave out what contradicts itself."""
    while True:
        steps = better.astype(np.float32)
        longer = better | (steps @ steps > 0)
        if (longer == better).all():
            return np.asarray(better & ~better.T)
        better = longer
