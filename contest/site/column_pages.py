"""Columns of the leaderboard on its page: who leads, and the tables."""

from __future__ import annotations

import math
from collections.abc import Mapping

from contest.leaderboard.columns import Column
from contest.leaderboard.leads import Holder
from contest.report.terminal.tables import estimate, figure
from contest.site.wording import (
    HEADS,
    author,
    budget_text,
    holder_name,
    short_name,
    shown_share,
)
from web.leaderboard_page import Card, ColumnTable
from web.table import Cell


def title_card(column: Column, entries: Mapping[str, str]) -> Card:
    """Return who leads a column, and what takes the lead and the prize.

    `entries` has the addresses of their pages.
    """
    ahead = f"{figure(column.ahead)} ahead"
    facts: list[tuple[str, list[Cell]]] = [
        ("held by", [_held(column.lead, entries), ahead]),
        ("to take the lead", [f"{figure(column.next_lead)} or less"]),
        (
            "prize held by",
            [_held(column.record, entries), figure(column.record.budget)],
        ),
        ("to win the prize", [f"{figure(column.next_record)} or less"]),
    ]
    facts += [
        (whose, [f"{figure(budget)}, {figure(column.lead.budget - budget)} below"])
        for whose, budget in column.floors.items()
        if not math.isnan(budget)
    ]
    title = f"{shown_share(column.name)} of the games won within"
    return Card(title, f"{figure(column.lead.budget)} nats", facts)


def _held(holder: Holder, entries: Mapping[str, str]) -> Cell:
    name, page = holder_name(holder), entries.get(holder.entry)
    return (name, page) if page else name


def column_table(column: Column, entries: Mapping[str, str]) -> ColumnTable:
    """Return the table of a column, and the entries that it does not have."""
    share = shown_share(column.name)
    rows: list[list[Cell]] = [
        [
            str(row.place or "-"),
            (short_name(row.line["entry"]), entries[row.line["entry"]]),
            author(row.line),
            budget_text(row),
            estimate(row.chance, row.error),
            f"{row.line['games']:,.0f}",
            row.line["date"],
        ]
        for row in column.rows
    ]
    note = ""
    if column.unreached:
        note = f"No budget wins {share} of the games of {', '.join(column.unreached)}."
    title = f"{column.name}: {share} of the games won"
    return ColumnTable(title, HEADS, rows, note)
