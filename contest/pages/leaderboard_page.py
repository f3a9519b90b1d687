"""Page of the leaderboard: who leads each column, its table, and a picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from contest.leaderboard.columns import Column, file_of
from contest.leaderboard.leads import PUBLISHED, Holder
from contest.leaderboard.open_class import OpenRow
from contest.pages.template import link, render_page
from contest.pages.wording import (
    HEADS,
    OPEN_HEADS,
    column_share,
    holder_name,
    open_cells,
    row_cells,
    short_name,
    to_step,
)
from game.text.formats import format_score


def leaderboard_page(
    columns: Sequence[Column],
    published: Mapping[str, Holder],
    entries: Mapping[str, str],
    pages: Mapping[str, str],
    open_rows: Sequence[OpenRow] = (),
) -> str:
    """Return the page of the leaderboard.

    `published` has the published scores by column; `entries` and `pages` the addresses
    of the pages of entries and of the site; `open_rows` are of the open class. The
    page shows ``leaderboard.svg`` too.
    """

    def holder_link(holder: Holder) -> str:
        name, address = holder_name(holder), entries.get(holder.entry)
        return link(name, address) if address else name

    def rows(column: Column) -> list[tuple[float, list[str], bool]]:
        """Return budget and cells of each row, and whether it is shown at first."""
        score = published[column.name].budget
        cells = ["-", PUBLISHED, "", to_step(score), "-", "-", "-"]
        certified = [(score, cells, True)]
        others: list[tuple[float, list[str], bool]] = []
        for row in column.rows:
            entry = row.line["entry"]
            cells = row_cells(row, link(short_name(entry), entries[entry]))
            is_made_for = entry in (
                column.lead.entry,
                column.record.entry,
                f"{file_of(entry)}/{column.name}",
            )
            table = certified if row.rank else others
            table.append((row.budget, cells, is_made_for))
        return sorted(certified, key=lambda row: row[0]) + others

    return render_page(
        "leaderboard",
        pages,
        columns=columns,
        docs=pages.get("Docs", "").removesuffix("index.html"),
        heads=HEADS,
        open_rows=[row for row in open_rows if not row.refused],
        open_heads=OPEN_HEADS,
        open_cells=open_cells,
        rows=rows,
        holder_link=holder_link,
        short_name=short_name,
        figure=format_score,
        column_share=column_share,
        to_step=to_step,
        floor=math.floor,
    )
