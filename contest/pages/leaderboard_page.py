"""Pages of the leaderboard: leads, tables and a picture, and a page for each entry."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from contest.leaderboard.columns import Column
from contest.leaderboard.leads import Holder
from contest.pages.template import Cell, cell, render, table
from contest.pages.wording import (
    HEADS,
    author,
    budget_text,
    holder_name,
    short_name,
    shown_share,
)
from contest.terminal.tables import estimate, figure


class Card(NamedTuple):
    """Title, main figure and facts of a column."""

    title: str
    figure: str
    facts: Sequence[tuple[str, list[Cell]]]


class ColumnTable(NamedTuple):
    """Title, headings and rows of the table of a column, and a note below it."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    note: str


def leaderboard_page(
    cards: Sequence[Card], tables: Sequence[ColumnTable], pages: Mapping[str, str]
) -> str:
    """Return the page of the leaderboard.

    The cards say who leads each column. The page shows ``leaderboard.svg`` too.
    """
    docs = pages.get("Docs", "").removesuffix("index.html")

    def link(text: str, page: str) -> Cell:
        return (text, f"{docs}{page}") if docs else text

    return render(
        "leaderboard",
        pages,
        None,
        cards="\n".join(map(_card, cards)),
        guide=cell(link("Write a strategy", "write-a-strategy.html")),
        rules=cell(link("Rules and what is known of the room", "leaderboard.html")),
        tables="\n".join(
            f"{table(own.title, own.heads, own.rows, names=1)}\n"
            f"<p>{escape(own.note)}</p>"
            for own in tables
        ),
    )


def _card(card: Card) -> str:
    facts = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{cell([*cells])}</dd></div>"
        for name, cells in card.facts
    )
    return (
        f'<section class="card"><h3>{escape(card.title)}</h3>'
        f'<p class="figure">{escape(card.figure)}</p><dl>{facts}</dl></section>'
    )


def entry_page(
    name: str,
    call: str,
    picture: str,
    intro: Sequence[str],
    tables: Sequence[tuple[str, Sequence[str], Sequence[Sequence[Cell | list[Cell]]]]],
    pages: Mapping[str, str],
) -> str:
    """Return the page of an entry.

    `picture` is the address of its curve, `intro` are paragraphs, `tables` are what
    `table` takes. Addresses of `pages` are relative to this page.
    """
    return render(
        "entry",
        pages,
        None,
        entry=escape(name),
        call=escape(call),
        picture=escape(picture),
        intro="\n".join(f"<p>{escape(text)}</p>" for text in intro),
        tables="\n".join(table(*parts) for parts in tables),
    )


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
