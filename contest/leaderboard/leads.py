"""Leads: the lowest budget of a column that an official run reaches at 95 %.

A run certifies the smallest budget B at which F(B), the mean of the exact chances to
win within B, exceeds the column's share p by

    reach = sqrt((1.96 standard errors) ** 2 + (3.69 / n) ** 2)

of its n games. The first term is the normal approximation; it is 0 for n equal games.
The second is the rule of three at 97.5 %: n games without a loss do not exclude a share
of 3.69 / n of lost games, since exp(-3.69) is 2.5 %.
Where the number of games could depend on their results, the confidence sequence of
`contest.statistics.intervals` replaces both.

``tests/adversarial/simulated_contests.py`` computes how often a run certifies a
budget below the true percentile: in less than 5 % of the runs, for any number of games
and every law with two values of the chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from contest.statistics.games import Games
from contest.statistics.intervals import crossing_interval
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import PERCENTILES, Z_95, at_most
from contest.statistics.record_test import target_of
from game.text.formats import number

MARGIN = 0.05
"""Nats by which a lead is lower than the one before, at least."""

PUBLISHED = "published"

_UNSEEN = -math.log(0.025)


@dataclass(frozen=True, slots=True)
class Holder:
    """A lead or a record of a column, and its holder.

    `budget` is in nats: as published, or the smallest that the run certified; `target`
    is the one that was to be certified. `kind` is ``published`` or ``submission``; the
    folder, the date (in UTC) and the number of games are those of the submission.
    """

    column: str
    budget: float
    entry: str
    kind: str
    run: str = ""
    date: str = ""
    target: float = math.nan
    games: int = 0


def certified_lead(games: Games, share: float) -> float:
    """Return the smallest budget that a run certifies at 95 %, ``inf`` for none."""
    if games.horizon is not None:
        return crossing_interval(games.posteriors, share, any_time=True)[1]
    return certified_by(games.posteriors, share)


def certified_by(curve: WinCurve, share: float) -> float:
    """Return the smallest budget that a run of fixed length certifies at 95 %."""

    def is_certified(budget: float) -> bool:
        chance, error = curve.at(budget)
        return chance - certified_margin(error, len(curve.budgets)) >= share * (
            1 - 1e-12
        )

    return curve.first(is_certified)


def certified_margin(error: float, games: int) -> float:
    """Return by how much a chance to win exceeds a share that it certifies.

    `error` is its standard error.
    """
    return math.hypot(Z_95 * error, _UNSEEN / games)


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
                holders.append(Holder(column, budget, *whose, target, line["games"]))
    return holders
