"""Tables of the leaderboard: for each column a row per entry, and who leads."""

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
    """An entry in a column, by the run that leads or by its run with most games.

    `budget` is the smallest that the run certifies at 95 %, or its estimate where it
    certifies none, and `low` the lower end of its 95 % interval; `chance` is the chance
    to win within the budget, and `error` its standard error. `rank` is 1 for the lead;
    entries with the same budget share a rank. It is None where no budget is certified.
    """

    line: Line
    budget: float
    low: float
    chance: float
    error: float
    rank: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of the leaderboard: its lead, its record and its table.

    `ahead` is the difference in nats between the lead and `second`, the best of the
    other entries and the published score. `rows` has the entry that leads, then the
    others by their budgets, of runs that are for the column; `unreached` the entries
    that reach the percentile within no budget. `floors` are proved lower bounds by
    class of strategies, all strategies last.
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
        """The largest budget that takes the lead."""
        return next_lead(self.lead.budget)

    @property
    def next_record(self) -> float:
        """The largest budget that takes the record, ``inf`` where nobody holds it."""
        return target_of(self.record.budget) if self.record else math.inf


def columns_of(
    lines: Sequence[Line], leads: Iterable[Holder], records: Iterable[Holder]
) -> list[Column]:
    """Return the columns that have a lead.

    `leads` and `records` are past and present, the oldest first.
    """
    leads = list(leads)
    lead = last_holders(leads)
    record = last_holders(records)

    # Which entries are shown is the same in all columns.
    shown = current_entries(lines, [*lead.values(), *record.values()])
    columns = []
    for name in [column for column in PERCENTILES if column in lead]:
        lines_of = [line for line in lines if line.key in shown and line.is_for(name)]
        rows = _rows(lines_of, lead[name])
        reached = {row.line.key for row in rows}
        unreached = {line.key for line in lines_of} - reached

        # What the lead is ahead of, so that a reader sees how close the others are.
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
    """Return the proved floors of a column by class of strategies."""
    floors = {
        line.entry: line.columns[column].score for line in lines if line.kind == FLOOR
    }
    return {name: budget for name, budget in floors.items() if not math.isnan(budget)}


def _second(
    rows: Sequence[EntryRow], lead: Holder, leads: Iterable[Holder]
) -> tuple[float, str]:
    """Return the second best budget of a column, and whose it is.

    The lead has the first of the rows; `leads` are of all columns, past and present.
    """
    others = [(row.budget, row.line.entry) for row in rows[1:] if row.rank]

    # A published score is a rival too, unless it is the lead itself.
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
    """Return the entries that the tables show, each with its run with most games.

    A superseded entry, which its file does not list any more, is left out unless it
    holds a lead or a record, or the file lists no entry that was played.
    """
    largest: dict[Key, Line] = {}
    for line in lines:
        if line.run:
            previous = largest.setdefault(line.key, line)
            if line.games > previous.games:
                largest[line.key] = line

    # An entry with a call in its name is listed by no file: it is superseded where its
    # file lists another one that was played.
    files = {file_of(entry) for entry, _ in largest if ":" not in entry}
    held = {holder.entry for holder in holders}
    return {
        (entry, call): line
        for (entry, call), line in largest.items()
        if ":" not in entry or entry in held or file_of(entry) not in files
    }


def _rows(lines: Iterable[Line], lead: Holder) -> list[EntryRow]:
    """Return the rows of the lines in the column of a lead."""

    def leads(line: Line) -> bool:
        return (line.entry, line.run) == (lead.entry, lead.run)

    # The run that leads, else the run with most games; the last one is kept.
    chosen: dict[Key, Line] = {}
    for line in sorted(lines, key=lambda line: (leads(line), line.games)):
        chosen[line.key] = line

    rows = []
    for line in chosen.values():
        figures = line.columns[lead.column]
        # Comparisons with NaN are false.
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
                rank=0 if is_certified else None,  # until all rows are there
            )
            rows.append(row)

    # What is certified ranks before what is only estimated. The holder is first, also
    # when another run has certified less since, but not by the margin of a lead.
    def place(row: EntryRow) -> tuple[bool, bool, float, float]:
        return row.rank is None, not leads(row.line), row.budget, -row.chance

    rows.sort(key=place)
    budgets = [row.budget for row in rows]
    return [
        row if row.rank is None else replace(row, rank=1 + budgets.index(row.budget))
        for row in rows
    ]
