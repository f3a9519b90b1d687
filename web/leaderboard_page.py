"""Pages of the leaderboard: leads, tables and a picture, and a page for each entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from web.table import Cell, cell, table
from web.template import render


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
    `web.table.table` takes. Addresses of `pages` are relative to this page.
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
