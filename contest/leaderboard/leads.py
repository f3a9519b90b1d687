"""Leads and records: the smallest budgets that submissions certify in a ranking.

A submission takes the lead if it certifies a budget that is smaller than the lead by
`MARGIN`, with an error of at most 5 %. A submission takes the record, and so the prize,
if it certifies a budget 5 % below the record, with an error of at most its share of the
ranking's error budget. Luck-adjusted values certify both budgets
(`contest.statistics.adjusted.bets`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from contest.leaderboard.lines import PUBLISHED, Line
from contest.statistics.adjusted.grid import STEP, round_down
from contest.statistics.quantiles import PERCENTILES, at_most
from contest.statistics.record_test import target_of
from contest.statistics.summary import ColumnFigures

MARGIN = STEP
"""A new lead must be below the previous lead by at least this number of nats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A lead or a record of a ranking, and its holder.

    `column` is the name of the ranking, and `entry` is the name of the holder. `kind`
    is ``published`` or ``submission``. `budget` is the published score, or the smallest
    budget that the submission certified, in nats. `target` is the largest budget that
    would have taken the lead or record from the previous holder; it is NaN for a
    published score. For a submission, `run` is the name of its folder, `date` is its
    date in UTC, and `games` is its number of games.
    """

    column: str
    budget: float
    entry: str
    kind: str
    run: str = ""
    date: str = ""
    target: float = math.nan
    games: int = 0


def next_lead(lead: float) -> float:
    """Return the largest multiple of `STEP` that takes the lead from the budget `lead`.

    Examples
    --------
    >>> next_lead(36.9)
    36.85
    """
    return round_down(lead - MARGIN)


def leads(
    published: Iterable[Line], submitted: Iterable[Line], history: Sequence[Holder] = ()
) -> list[Holder]:
    """Return all leads, past and present, in chronological order.

    `published` has the lines of the published scores. `submitted` has the lines of the
    submissions in the order of their times. `history` has the recorded holders whose
    runs are no longer in the results, in the order of their dates. These holders are
    not judged again.
    """
    return _find_holders(_Title.LEAD, published, submitted, history)


def records(
    published: Iterable[Line], submitted: Iterable[Line], history: Sequence[Holder] = ()
) -> list[Holder]:
    """Return all records, past and present; `leads` explains the parameters.

    If the run of a record is no longer in the results, a new run of the same entry
    takes the record as soon as the new run certifies the budget that the old run had to
    certify.
    """
    return _find_holders(_Title.RECORD, published, submitted, history)


def last_holders(holders: Iterable[Holder]) -> dict[str, Holder]:
    """Return the last holder of each ranking; the keys are the names of the rankings.

    `holders` are in chronological order.
    """
    return {holder.column: holder for holder in holders}


class _Title(Enum):
    """A title that a submission can take in a ranking: the lead or the record."""

    LEAD = "lead"
    RECORD = "record"

    def find_budget(self, figures: ColumnFigures) -> float:
        """Return the budget with which a submission competes for this title, in nats.

        The budget for the lead is the smallest budget that the submission certifies.
        The budget for the record is the smallest budget that the submission certifies
        with its share of the error budget. `figures` are the figures of the submission
        in the ranking.
        """
        return figures.certified if self is _Title.LEAD else figures.record

    def find_target(self, budget: float) -> float:
        """Return the largest budget that takes this title, in nats.

        `budget` is the budget of the present holder.
        """
        return next_lead(budget) if self is _Title.LEAD else target_of(budget)


def _find_holders(
    title: _Title,
    published: Iterable[Line],
    submitted: Iterable[Line],
    history: Sequence[Holder],
) -> list[Holder]:
    """Return the holders of a title in all rankings, in chronological order.

    `leads` explains the other parameters.
    """
    holders = _published_holders(published)
    waiting = list(history)
    for line in submitted:
        # A recorded holder comes before all submissions of the same or a later day.
        while waiting and waiting[0].date <= line.date:
            holders.append(waiting.pop(0))

        # Rankings are independent: one run may take titles in several rankings.
        last = last_holders(holders)
        for column in PERCENTILES:
            budget = title.find_budget(line.columns[column])
            target = math.inf
            if column in last:
                target = _find_target(title, line, last[column], history)

            # A submission that is refused, or is for other rankings, takes no title.
            counts = line.is_for(column) and not line.refused
            if counts and budget < math.inf and at_most(budget, target):
                holder = Holder(
                    column=column,
                    budget=budget,
                    entry=line.entry,
                    kind=line.kind,
                    run=line.run,
                    date=line.date,
                    target=target,
                    games=line.games,
                )
                holders.append(holder)
    return holders + waiting


def _published_holders(published: Iterable[Line]) -> list[Holder]:
    """Return a holder for each ranking with published scores: the best of them."""
    lines = list(published)
    holders = []
    for column in PERCENTILES:
        scores = [(line.columns[column].score, line.entry) for line in lines]
        scores = [(score, entry) for score, entry in scores if not math.isnan(score)]
        if scores:
            score, entry = min(scores)
            holders.append(
                Holder(column=column, budget=score, entry=entry, kind=PUBLISHED)
            )
    return holders


def _find_target(
    title: _Title, line: Line, holder: Holder, history: Sequence[Holder]
) -> float:
    """Return the largest budget with which a submission takes a title from `holder`.

    `line` is the line of the submission. `history` has the recorded holders whose runs
    are no longer in the results.
    """
    # If the holder's run is gone, a new run of the same entry replaces the old run. The
    # new run has to reach the old target, not a target below the entry's own budget.
    run_is_gone = holder in history
    if run_is_gone and line.entry == holder.entry:
        return holder.target
    return title.find_target(holder.budget)
