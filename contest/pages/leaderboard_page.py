"""Page of the leaderboard: who leads each column, its table, and a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from contest.leaderboard.columns import Column
from contest.leaderboard.leads import Holder
from contest.pages.template import link, render_page
from contest.pages.wording import (
    HEADS,
    holder_name,
    row_cells,
    short_name,
    shown_share,
)
from contest.terminal.tables import figure


def leaderboard_page(
    columns: Sequence[Column], entries: Mapping[str, str], pages: Mapping[str, str]
) -> str:
    """Return the page of the leaderboard.

    `entries` and `pages` have the addresses of the pages of entries and of the site.
    The page shows ``leaderboard.svg`` too.
    """

    def holder_link(holder: Holder) -> str:
        name, address = holder_name(holder), entries.get(holder.entry)
        return link(name, address) if address else name

    def rows(column: Column) -> list[list[str]]:
        cells = []
        for row in column.rows:
            entry = row.line["entry"]
            cells.append(row_cells(row, link(short_name(entry), entries[entry])))
        return cells

    return render_page(
        "leaderboard",
        pages,
        columns=columns,
        docs=pages.get("Docs", "").removesuffix("index.html"),
        heads=HEADS,
        rows=rows,
        holder_link=holder_link,
        figure=figure,
        shown_share=shown_share,
    )
