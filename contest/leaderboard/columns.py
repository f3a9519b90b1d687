"""Tables of the leaderboard: for each column a row per entry, and who leads."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from contest.leaderboard.leads import PUBLISHED, Holder, is_for, last_holders, next_lead
from contest.leaderboard.standings import FLOOR
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.record_test import target_of

Line = Mapping[str, Any]
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry in a column, by the run that leads or by its run with most games.

    `budget` is the smallest that the run certifies at 95 %, or its estimate where it
    certifies none, and `low` the lower end of its 95 % interval; `chance` is that to
    win within the budget, and `error` its standard error. `rank` is 1 for the lead;
    entries with the same budget share a rank. It is None where no budget is certified.
    """

    line: Line
    budget: float
    low: float
    chance: float
    error: float
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the leaderboard: its lead, its record and its table.

    `ahead` is the difference in nats between the lead and `second`, the best of the
    other entries and the published score. `rows` has the entry that leads, then the
    others by their budgets, of runs that are for the column; `unreached` the entries
    that reach the percentile within no budget. `floors` are proved lower bounds by
    class of strategies, that of all strategies last.
    """

    name: str
    lead: Holder
    record: Holder
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
        """The largest budget that takes the record."""
        return target_of(self.record.budget)


def columns_of(
    lines: Sequence[Line], leads: Iterable[Holder], records: Iterable[Holder]
) -> list[Column]:
    """Return the columns that have a lead.

    `leads` and `records` are past and present, the oldest first.
    """
    leads = list(leads)
    lead, record = last_holders(leads), last_holders(records)
    shown = current_entries(lines, [*lead.values(), *record.values()])
    columns = []
    for name in [column for column in PERCENTILES if column in lead]:
        lines_of = [x for x in lines if key_of(x) in shown and is_for(x, name)]
        rows = _rows(lines_of, lead[name], name)
        unreached = {*map(key_of, lines_of)} - {key_of(row.line) for row in rows}
        column = Column(
            name,
            lead[name],
            record[name],
            *_second(rows, lead[name], leads),
            rows,
            sorted(entry for entry, _ in unreached),
            _floors(lines, name),
        )
        columns.append(column)
    return columns


def _floors(lines: Iterable[Line], column: str) -> dict[str, float]:
    """Return the proved floors of a column by class of strategies."""
    floors = {line["entry"]: line[column] for line in lines if line["kind"] == FLOOR}
    return {name: budget for name, budget in floors.items() if not math.isnan(budget)}


def _second(
    rows: Sequence[EntryRow], lead: Holder, leads: Iterable[Holder]
) -> tuple[float, str]:
    """Return the difference between a lead and the second best budget, and whose it is.

    The lead has the first of the rows; `leads` are of all columns, past and present.
    """
    others = [(row.budget, row.line["entry"]) for row in rows[1:] if row.rank]
    others += [
        (holder.budget, PUBLISHED)
        for holder in leads
        if (holder.kind, holder.column) == (PUBLISHED, lead.column)
        and holder is not lead
    ]
    budget, entry = min(others, default=(math.nan, ""))
    return budget - lead.budget, entry


def current_entries(
    lines: Iterable[Line], holders: Iterable[Holder]
) -> dict[Key, Line]:
    """Return the entries that the tables show, each with its run with most games.

    A superseded entry, which its file does not list any more, is left out unless it
    holds a lead or a record, or the file lists no entry that was played.
    """
    largest: dict[Key, Line] = {}
    for line in lines:
        if line.get("run"):
            previous = largest.setdefault(key_of(line), line)
            if line["games"] > previous["games"]:
                largest[key_of(line)] = line
    files = {file_of(entry) for entry, _ in largest if ":" not in entry}
    held = {holder.entry for holder in holders}
    return {
        (entry, call): line
        for (entry, call), line in largest.items()
        if ":" not in entry or entry in held or file_of(entry) not in files
    }


def key_of(line: Line) -> Key:
    """Return the name of an entry and its constructor call."""
    return line["entry"], line.get("call", "")


def file_of(entry: str) -> str:
    """Return the name of an entry's file.

    Examples
    --------
    >>> file_of("quantile/p50"), file_of("quantile:Quantile((9.0, 5.0))")
    ('quantile', 'quantile')
    """
    return entry.partition(":")[0].partition("/")[0]


def _rows(lines: Iterable[Line], lead: Holder, column: str) -> list[EntryRow]:
    def leads(line: Line) -> bool:
        return (line["entry"], line["run"]) == (lead.entry, lead.run)

    chosen: dict[Key, Line] = {}
    for line in sorted(lines, key=lambda line: (leads(line), line["games"])):
        chosen[key_of(line)] = line  # the last one is kept
    certified, others = [], []
    for line in chosen.values():  # comparisons with NaN are false
        if line[f"{column}_certified"] < math.inf:
            certified.append(_row(line, column, f"{column}_certified"))
        elif line[f"{column}_budget"] < math.inf:
            others.append(_row(line, column, f"{column}_budget"))
    certified.sort(key=lambda row: (not leads(row.line), row.budget, -row.chance))
    others.sort(key=lambda row: (row.budget, -row.chance))
    budgets = [row.budget for row in certified]
    return [
        *(replace(row, rank=1 + budgets.index(row.budget)) for row in certified),
        *others,
    ]


def _row(line: Line, column: str, budget: str) -> EntryRow:
    """Return a row with a budget of a line, and the chance to win within that."""
    stem = budget.removesuffix("_budget")
    ends = (f"{column}_budget_low", f"{stem}_chance", f"{stem}_error")
    return EntryRow(line, line[budget], *(line[name] for name in ends))
