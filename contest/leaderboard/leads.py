"""Leads and records: the lowest budgets that official runs certify in a column.

A lead falls to a run that certifies a budget lower by `MARGIN`, with an error of at
most 5 %; a record, which is the prize, to a submission that certifies one lower by 5 %
within the error budget of the column. Both are certified by luck-adjusted values
(`contest.statistics.adjusted.bets`), or by what the run names as its estimator.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from contest.statistics.quantiles import PERCENTILES, at_most
from contest.statistics.record_test import target_of
from game.text.formats import number

MARGIN = 0.05
"""Nats by which a lead is lower than the one before, at least."""

PUBLISHED = "published"


@dataclass(frozen=True, slots=True)
class Holder:
    """A lead or a record of a column, and its holder.

    `budget` is in nats: as published, or the smallest that the run certified; `target`
    is the one that was to be certified. `kind` is ``published`` or ``submission``; the
    folder, the date (in UTC), the number of games and the estimator by which it was
    certified are those of the submission.
    """

    column: str
    budget: float
    entry: str
    kind: str
    run: str = ""
    date: str = ""
    target: float = math.nan
    games: int = 0
    estimator: str = ""


def next_lead(lead: float) -> float:
    """Return the largest budget that takes a lead.

    Examples
    --------
    >>> next_lead(36.9)
    36.85
    """
    return float(number(lead - MARGIN))


def leads(
    published: Iterable[Mapping[str, Any]], submitted: Iterable[Mapping[str, Any]]
) -> list[Holder]:
    """Return all leads, past and present, in chronological order.

    The lines are as `contest.leaderboard.standings.Leaderboard` has them, submissions
    in the order of their times. A submission whose figures do not count says why in
    ``refused``.
    """
    return _find_holders(published, submitted, "certified", next_lead)


def records(
    published: Iterable[Mapping[str, Any]], submitted: Iterable[Mapping[str, Any]]
) -> list[Holder]:
    """Return all records, past and present, as `leads` does."""
    return _find_holders(published, submitted, "record", target_of)


def is_for(line: Mapping[str, Any], column: str) -> bool:
    """Return whether a run is for a column: a submission may be for some of them."""
    return bool(line.get(f"{column}_error_share", True))


def last_holders(holders: Iterable[Holder]) -> dict[str, Holder]:
    """Return the last holder of each column that has one."""
    return {holder.column: holder for holder in holders}


def _find_holders(
    published: Iterable[Mapping[str, Any]],
    submitted: Iterable[Mapping[str, Any]],
    figure: str,
    target_of_next: Callable[[float], float],
) -> list[Holder]:
    """Return the holders of a title that the `figure` of a submission decides."""
    holders = []
    for column in PERCENTILES:
        scored = [line for line in published if not math.isnan(line[column])]
        if scored:
            best = min(scored, key=lambda line: float(line[column]))
            holders.append(Holder(column, best[column], best["entry"], PUBLISHED))
    for line in submitted:
        for column in PERCENTILES:
            before = [holder.budget for holder in holders if holder.column == column]
            target = target_of_next(before[-1]) if before else math.inf
            budget = line[f"{column}_{figure}"]
            counts = is_for(line, column) and not line["refused"]
            if counts and budget < math.inf and at_most(budget, target):
                whose = (line["entry"], line["kind"], line["run"], line["date"])
                how = line["games"], line["estimator"]
                holders.append(Holder(column, budget, *whose, target, *how))
    return holders
