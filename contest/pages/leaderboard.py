"""The leaderboard's page in the site, and the files of `evaluate.py leaderboard`.

The command writes three tables, a plot, and the curves of the entries as data. In two
Markdown documents it replaces a block: the text between two comments.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any

from contest.leaderboard.columns import Column
from contest.leaderboard.kept import write_figures
from contest.leaderboard.leads import last_holders
from contest.leaderboard.lines import PUBLISHED, file_of
from contest.leaderboard.standings import Leaderboard, leaderboard
from contest.pages.entry_facts import entries_file, entries_text
from contest.pages.plots.leaderboard import leads_plot
from contest.pages.plots.svg import to_file
from contest.pages.template import link, render, render_page
from contest.pages.wording import (
    HEADS,
    column_share,
    holder_name,
    row_cells,
    short_name,
)
from contest.runs.facts import RunError
from contest.statistics.error_budget import error_before, share_of_error
from contest.statistics.summary import csv_text
from game.files import write_whole
from game.text.formats import format_count, format_score
from game.words import Vocabulary

START = "<!-- leaderboard -->"
END = "<!-- end of leaderboard -->"

_BEST = 5  # how many entries of a ranking the documentation shows

_BEFORE_BEACONS = (
    "Certified before the seeds of submissions came from a public beacon; the budget "
    "remains valid."
)


def write_leaderboard(
    results: Path,
    readme: Path,
    page: Path,
    vocabulary: Vocabulary,
    *,
    recompute: bool = False,
) -> Leaderboard:
    """Compute the leaderboard, write its files, and return the leaderboard.

    The tables are ``leaderboard.csv``, ``leads.csv`` and ``records.csv`` in `results`.
    In the documents `readme` and `page`, the text between the comments `START` and
    `END` is replaced. In `readme` the new text shows the leads. In `page` the new text
    also shows the best entries. The plot is written beside `page`, with the same name
    and the suffix ``.svg``. The curves of the entries are written to ``entries.json``
    beside `page`.

    Raises `InputError` as `leaderboard` does, and when a file cannot be written, or a
    document does not have the two comments.
    """
    # Everything is read and computed first, so that an error changes no file.
    around = {file: _read_around_block(file) for file in (readme, page)}
    standings = leaderboard(results, vocabulary, recompute=recompute)
    svg = page.with_suffix(".svg")
    picture = svg.relative_to(readme.parent).as_posix()
    blocks = {
        readme: markdown_block(standings, picture, is_whole=False),
        page: markdown_block(standings, svg.name, is_whole=True),
    }
    plot = to_file(leads_plot(standings, vocabulary))
    facts = entries_text(standings)

    for name, table in standings.tables.items():
        write_whole(results / name, csv_text(table))
    write_figures(standings.computed, standings.sources)
    for file, (start, tail) in around.items():
        write_whole(file, f"{start}{START}\n{blocks[file]}{END}{tail}")
    write_whole(svg, plot)
    write_whole(entries_file(page), facts)
    return standings


def _read_around_block(file: Path) -> tuple[str, str]:
    """Return the text of a document before `START`, and the text after `END`."""
    before, start, from_block = file.read_text(encoding="utf-8").partition(START)
    _, end, behind = from_block.partition(END)
    if not (start and end):
        raise RunError(f"{file.name!r}", f"a block {START} ... {END}")
    return before, behind


def markdown_block(standings: Leaderboard, picture: str, *, is_whole: bool) -> str:
    """Return the leads as Markdown; `picture` is the address of the plot.

    If `is_whole` is true, the text also has the best entries, the error budgets of the
    rankings, and the history of leads and prizes.
    """
    # The text has one history of leads and prizes, which begins with published scores.
    titles = [
        ("lead" if holder.run else "published", holder) for holder in standings.leads
    ]
    titles += [("prize", holder) for holder in standings.records if holder.run]
    return render(
        "leaderboard.md.jinja",
        **_template_values(standings, has_history=is_whole),
        is_whole=is_whole,
        titles=sorted(titles, key=lambda title: title[1].date),
        picture=picture,
        best=_BEST,
        code=_code,
        count=format_count,
        error_before=error_before,
        file_of=file_of,
        row_cells=row_cells,
        share_of_error=share_of_error,
    )


def leaderboard_page(
    standings: Leaderboard, entries: Mapping[str, str], pages: Mapping[str, str]
) -> str:
    """Return the page of the leaderboard, with the plot ``leaderboard.svg``.

    `entries` has the address of each entry's page. `pages` has the addresses of the
    pages of the site by title.
    """
    published = last_holders(h for h in standings.leads if h.kind == PUBLISHED)

    def rows(column: Column) -> list[tuple[bool, float, list[str], bool]]:
        """Return a tuple for each row of the table of a ranking.

        A tuple has four parts: whether the budget is an estimate, the budget, the
        cells, and whether the page shows the row at first.
        """
        found = []
        holders = {column.lead.entry}
        if column.record:
            holders.add(column.record.entry)

        # The published score is sorted among the certified entries by its budget.
        if column.name in published:
            score = published[column.name].budget
            cells = ["-", PUBLISHED, "", format_score(score), "-", "-", "-"]
            found.append((False, score, cells, True))

        # At first the page shows the holders of the lead and of the prize. It also
        # shows entries whose label is the name of the ranking, such as quantile/p50.
        for row in column.rows:
            entry = row.line.entry
            cells = row_cells(row, link(short_name(entry), entries[entry]))
            own = f"{file_of(entry)}/{column.name}"
            is_shown = entry in {*holders, own}
            found.append((row.rank is None, row.budget, cells, is_shown))
        return sorted(found, key=itemgetter(0, 1))

    return render_page(
        "leaderboard",
        pages,
        **_template_values(standings),
        docs=pages.get("Docs", "").removesuffix("index.html"),
        entries=entries,
        rows=rows,
    )


def _template_values(
    standings: Leaderboard, *, has_history: bool = False
) -> dict[str, Any]:
    """Return the values that two templates have in common.

    One template makes the web page of the leaderboard. The other template makes the
    text between two comments of a Markdown document. `has_history` says whether this
    text also shows past leads and records.
    """
    holders = [each for x in standings.columns for each in (x.lead, x.record) if each]
    if has_history:
        holders += standings.leads + standings.records
    return {
        "standings": standings,
        "is_marked": any(holder.run in standings.without_beacon for holder in holders),
        "before_beacons": _BEFORE_BEACONS,
        "columns": standings.columns,
        "heads": HEADS,
        "figure": format_score,
        "holder_name": holder_name,
        "short_name": short_name,
        "column_share": column_share,
    }


def _code(text: str) -> str:
    """Return a text as code that Markdown does not change, even in a table."""
    return "`" + text.replace("`", "'").replace("|", r"\|") + "`"
