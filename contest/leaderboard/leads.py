"""Leads and records: the lowest budgets that official runs certify in a column.

A lead falls to a run that certifies a budget lower by `MARGIN`, with an error of at
most 5 %; a record, which is the prize, to a submission that certifies one lower by 5 %
within the error budget of the column. Both are certified by luck-adjusted values
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
"""Nats by which a lead is lower than the one before, at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A lead or a record of a column, and its holder.

    `budget` is in nats: as published, or the smallest that the run certified; `target`
    is the one that was to be certified. `kind` is ``published`` or ``submission``; the
    folder, the date (in UTC) and the number of games are of the submission.
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
    """Return the largest budget of the grid that takes a lead.

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

    `submitted` are in the order of their times. `history` are the holders whose runs
    are not in the results any more, in the order of their dates; they stand as they
    were recorded.
    """
    return _find_holders(_Title.LEAD, published, submitted, history)


def records(
    published: Iterable[Line], submitted: Iterable[Line], history: Sequence[Holder] = ()
) -> list[Holder]:
    """Return all records, past and present, as `leads` does.

    An entry whose record stands in the history alone certifies it again by another run
    that reaches the target of that time.
    """
    return _find_holders(_Title.RECORD, published, submitted, history)


def last_holders(holders: Iterable[Holder]) -> dict[str, Holder]:
    """Return the last holder of each column that has one."""
    return {holder.column: holder for holder in holders}


class _Title(Enum):
    """The title that a submission takes in a column: the lead or the record."""

    LEAD = "lead"
    RECORD = "record"

    def find_budget(self, figures: ColumnFigures) -> float:
        """Return the budget that a submission certifies for this title."""
        return figures.certified if self is _Title.LEAD else figures.record

    def find_target(self, budget: float) -> float:
        """Return the largest budget that takes this title from a holder's budget."""
        return next_lead(budget) if self is _Title.LEAD else target_of(budget)


def _find_holders(
    title: _Title,
    published: Iterable[Line],
    submitted: Iterable[Line],
    history: Sequence[Holder],
) -> list[Holder]:
    """Return the holders of a title in all columns, in chronological order."""
    holders = _published_holders(published)
    waiting = list(history)
    for line in submitted:
        # A recorded holder of the same day or an earlier one comes first.
        while waiting and waiting[0].date <= line.date:
            holders.append(waiting.pop(0))

        # Each column by itself: one run may take several titles at once.
        last = last_holders(holders)
        for column in PERCENTILES:
            budget = title.find_budget(line.columns[column])
            target = math.inf
            if column in last:
                target = _find_target(title, line, last[column], history)

            # A submission that is refused, or is for other columns, takes nothing here.
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
    """Return the best published score of each column that has one."""
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
    """Return the largest budget by which a submission takes a title from its holder."""
    # The holder's run is gone, and a new run of the same entry replaces the old one.
    # The new run has to reach the old target, not a target below the entry's own title.
    run_is_gone = holder in history
    if run_is_gone and line.entry == holder.entry:
        return holder.target
    return title.find_target(holder.budget)
