"""Tables of the leaderboard: for each ranking, its lead and a row for each entry."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from contest.leaderboard.leads import Holder, last_holders, next_lead
from contest.leaderboard.lines import FLOOR, PUBLISHED, Line, file_of
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.record_test import target_of

Key = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """An entry in the table of a ranking.

    If the entry holds the lead, its figures are from the run that took the lead. The
    figures of any other entry are from the run of this entry that has the most games.
    `budget` is the smallest budget that the run certifies with 95 % confidence. If the
    run certifies no budget, `budget` is an estimate and `rank` is None. `low` is the
    lower end of the 95 % interval of this estimate, also if `budget` is certified.
    `chance` is the chance to win within `budget`, and `error` is the standard error of
    `chance`. The lead has rank 1; entries with equal budgets share a rank.
    """

    line: Line
    budget: float
    low: float
    chance: float
    error: float
    rank: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A ranking of the leaderboard: its lead, its record and its table.

    `second` is the name of the entry with the second best budget, or ``published`` if a
    published score is second; it is empty if there is no second budget. `ahead` is the
    second best budget minus the lead, in nats, or NaN. `rows` is the table: first the
    entry that holds the lead, then the other entries with certified budgets, then the
    entries whose budgets are estimates. Submissions to other rankings are left out.
    `unreached` has the names of the entries that do not reach the target probability
    within any budget. `floors` has a proved lower bound on budgets for each class of
    strategies, such as strategies with two paid clues; the last class has all
    strategies.
    """

    name: str
    lead: Holder
    record: Holder | None
    ahead: float
    second: str
    rows: list[EntryRow]
    unreached: list[str]
    floors: dict[str, float]

    @property
    def next_lead(self) -> float:
        """The largest budget, in nats, with which a submission takes the lead."""
        return next_lead(self.lead.budget)

    @property
    def next_record(self) -> float:
        """The largest budget, in nats, with which a submission takes the record.

        The budget is ``inf`` if nobody holds the record.
        """
        return target_of(self.record.budget) if self.record else math.inf


def columns_of(
    lines: Sequence[Line], leads: Iterable[Holder], records: Iterable[Holder]
) -> list[Column]:
    """Return the rankings that have a lead.

    `lines` are all lines of the leaderboard. `leads` and `records` are the past and
    present holders, the oldest first.
    """
    leads = list(leads)
    lead = last_holders(leads)
    record = last_holders(records)

    # All rankings show the same entries.
    shown = current_entries(lines, [*lead.values(), *record.values()])
    columns = []
    for name in [column for column in PERCENTILES if column in lead]:
        lines_of = [line for line in lines if line.key in shown and line.is_for(name)]
        rows = _rows(lines_of, lead[name])
        reached = {row.line.key for row in rows}
        unreached = {line.key for line in lines_of} - reached

        # The second best budget shows how close other entries are to the lead.
        second, whose = _second(rows, lead[name], leads)
        column = Column(
            name=name,
            lead=lead[name],
            record=record.get(name),
            ahead=second - lead[name].budget,
            second=whose,
            rows=rows,
            unreached=sorted(entry for entry, _ in unreached),
            floors=_floors(lines, name),
        )
        columns.append(column)
    return columns


def _floors(lines: Iterable[Line], column: str) -> dict[str, float]:
    """Return the proved floors of a ranking, in nats.

    A floor is a lower bound on the budgets of a class of strategies. The keys are the
    descriptions of the classes. A class without a floor is left out.
    """
    floors = {
        line.entry: line.columns[column].score for line in lines if line.kind == FLOOR
    }
    return {name: budget for name, budget in floors.items() if not math.isnan(budget)}


def _second(
    rows: Sequence[EntryRow], lead: Holder, leads: Iterable[Holder]
) -> tuple[float, str]:
    """Return the second best budget of a ranking, in nats, and the name of its entry.

    `rows` is the table of the ranking, and `lead` is its lead. `leads` has all leads of
    all rankings, past and present. If no budget is second, the result is NaN and an
    empty name.
    """
    others = [
        (row.budget, row.line.entry)
        for row in rows
        if row.rank and row.line.entry != lead.entry
    ]

    # A published score counts, too, unless the score is the lead itself.
    others += [
        (holder.budget, PUBLISHED)
        for holder in leads
        if (holder.kind, holder.column) == (PUBLISHED, lead.column)
        and holder is not lead
    ]
    return min(others, default=(math.nan, ""))


def current_entries(
    lines: Iterable[Line], holders: Iterable[Holder]
) -> dict[Key, Line]:
    """Return a line for each entry that the tables show.

    If an entry has several runs, the line of the run with the most games is returned.
    A key has the name of the entry and the call of its strategy's constructor. `lines`
    are all lines of the leaderboard, and `holders` are the holders of the present leads
    and records. If an entry is no longer listed in the ENTRIES of its file, it is shown
    only in two cases: if it holds a lead or a record, or if no run has an entry that
    the file lists.
    """
    largest: dict[Key, Line] = {}
    for line in lines:
        if line.run:
            previous = largest.setdefault(line.key, line)
            if line.games > previous.games:
                largest[line.key] = line

    # A name with a colon, like ``quantile:Quantile((9.0, 5.0))``, belongs to an entry
    # that its file does not list. The entry is left out if its file lists another entry
    # that was played.
    files = {file_of(entry) for entry, _ in largest if ":" not in entry}
    held = {holder.entry for holder in holders}
    return {
        (entry, call): line
        for (entry, call), line in largest.items()
        if ":" not in entry or entry in held or file_of(entry) not in files
    }


def _rows(lines: Iterable[Line], lead: Holder) -> list[EntryRow]:
    """Return the table of a ranking: a row for each entry.

    `lines` are the lines of the entries that the table shows; an entry with several
    runs has several lines. `lead` is the lead of the ranking. If an entry does not
    reach the target probability within any budget, it has no row.
    """

    def leads(line: Line) -> bool:
        return (line.entry, line.run) == (lead.entry, lead.run)

    # Keep one line for each entry: the line of the run that holds the lead, or else of
    # the largest run. In the sorted order this line is the last line of the entry.
    chosen: dict[Key, Line] = {}
    for line in sorted(lines, key=lambda line: (leads(line), line.games)):
        chosen[line.key] = line

    rows = []
    for line in chosen.values():
        figures = line.columns[lead.column]
        # A figure that is not known is NaN, and NaN is not smaller than `inf`.
        is_certified = figures.certified < math.inf
        budget = figures.budget
        chance = figures.chance
        error = figures.error
        if is_certified:
            budget = figures.certified
            chance = figures.certified_chance
            error = figures.certified_error
        if budget < math.inf:
            row = EntryRow(
                line=line,
                budget=budget,
                low=figures.budget_low,
                chance=chance,
                error=error,
                rank=0 if is_certified else None,  # 0 until all ranks are known
            )
            rows.append(row)

    # Certified budgets come before estimates. The holder of the lead is the first, even
    # if another run has certified a budget that is smaller by less than `MARGIN`.
    def place(row: EntryRow) -> tuple[bool, bool, float, float]:
        return row.rank is None, not leads(row.line), row.budget, -row.chance

    rows.sort(key=place)
    budgets = [row.budget for row in rows]
    return [
        row if row.rank is None else replace(row, rank=1 + budgets.index(row.budget))
        for row in rows
    ]
