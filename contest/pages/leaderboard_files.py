"""Files of the leaderboard: tables, blocks of documents, a plot, facts of entries."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from contest.leaderboard.cached_figures import figures_cache
from contest.leaderboard.columns import Column, Line, Row, columns_of, file_of
from contest.leaderboard.records import LEADS, LINES, RECORDS
from contest.leaderboard.standings import Leaderboard, leaderboard
from contest.pages.entry_facts import entries_file, entries_text
from contest.pages.plots.leaderboard import leads_plot
from contest.pages.plots.svg import document
from contest.pages.wording import (
    HEADS,
    author,
    budget_text,
    holder_name,
    short_name,
    shown_share,
)
from contest.runs.folder import RunError
from contest.statistics.error_budget import share_of_error
from contest.statistics.quantiles import at_most
from contest.statistics.summary import STATISTICS, Place, to_csv
from contest.terminal.tables import estimate, figure
from game.files import write_whole
from game.words import Vocabulary

START, END = "<!-- leaderboard -->", "<!-- end of leaderboard -->"


def write(
    results: Path, readme: Path, page: Path, vocabulary: Vocabulary
) -> Leaderboard:
    """Rewrite the tables, a plot, the facts of the entries, and two documents' blocks.

    The tables are ``leaderboard.csv``, ``leads.csv`` and ``records.csv`` in `results`.
    The block of `readme` shows the leads, that of `page` the leads and all entries; the
    plot, which has the same name and ends in ``.svg``, and the facts, ``entries.json``,
    stand beside `page`. Raises `InputError` as `leaderboard` does, or when a file
    cannot be written or a document has no block; nothing is rewritten then.
    """
    around = {file: _around(file) for file in (readme, page)}
    found = leaderboard(results, vocabulary, figures_cache(results))
    columns = columns_of(found.lines, found.leads, found.records)
    head = titles_block(columns)
    svg = page.with_suffix(".svg")
    blocks = {
        readme: f"{head}\n{_picture(svg.relative_to(readme.parent))}",
        page: f"{head}\n{columns_block(columns, found.lines)}\n"
        f"{_picture(svg.relative_to(page.parent))}\n"
        f"## Room below the leads\n\n{room_block(columns)}\n"
        f"## Error budget of the prize\n\n{budget_block(found)}\n"
        f"## History\n\n{history_block(found)}",
    }
    plot = document(leads_plot(found, vocabulary))
    facts = entries_text(found)
    write_whole(results / LINES, to_csv(map(_in_file, found.lines)))
    write_whole(results / LEADS, to_csv(map(asdict, found.leads)))
    write_whole(results / RECORDS, to_csv(map(asdict, found.records)))
    for file, (start, tail) in around.items():
        write_whole(file, f"{start}{START}\n{blocks[file]}{END}{tail}")
    write_whole(svg, plot)
    write_whole(entries_file(page), facts)
    return found


def _around(file: Path) -> tuple[str, str]:
    """Return the text of a document before and after its block."""
    head, start, rest = file.read_text(encoding="utf-8").partition(START)
    _, end, tail = rest.partition(END)
    if not (start and end):
        raise RunError(f"{file.name!r}: expected a block {START} ... {END}")
    return head, tail


def _in_file(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line without the statistics that no file has."""
    hidden = {s.name for s in STATISTICS if Place.FILES not in s.places}
    return {name: value for name, value in line.items() if name not in hidden}


def _picture(path: Path) -> str:
    text = (
        "Chance to win against budget: the leaders and the published scores in colour, "
        "and the region that is proved to be out of reach"
    )
    return f"![{text}]({path.as_posix()})\n"


def titles_block(columns: Sequence[Column]) -> str:
    """Return the Markdown table of the leads and the prizes."""
    heads = ["column", "lead", "held by", "ahead by", "to take the lead"]
    rows = [
        [
            f"{column.name}: {shown_share(column.name)} of the games won",
            f"**{figure(column.lead.budget)}**",
            _code(holder_name(column.lead)),
            figure(column.ahead),
            f"{figure(column.next_lead)} or less",
            f"{figure(column.record.budget)}, {_code(holder_name(column.record))}",
            f"{figure(column.next_record)} or less",
        ]
        for column in columns
    ]
    return _table([*heads, "prize", "to win the prize"], rows)


def columns_block(columns: Sequence[Column], lines: Iterable[Line]) -> str:
    """Return a section with a Markdown table for each column."""
    text = []
    for column in columns:
        share = shown_share(column.name)
        rows = [_row_cells(row) for row in column.rows]
        text += [f"## {column.name}: {share} of the games won", "", _table(HEADS, rows)]
        if others := column.unreached:
            names = ", ".join(map(_code, others))
            text += [f"No budget wins {share} of the games of {names}.", ""]
    refused = [line for line in lines if line.get("refused")]
    text += [
        f"{_code(line['entry'])} holds no place with {_code(line['run'])}: it "
        f"{line['refused']}.\n"
        for line in refused
    ]
    return "\n".join(text)


def _row_cells(row: Row) -> list[str]:
    return [
        str(row.place or "-"),
        f"[{_code(short_name(row.line['entry']))}]({_file(row.line['entry'])})",
        author(row.line),
        budget_text(row),
        estimate(row.chance, row.error),
        f"{row.line['games']:,.0f}",
        row.line["date"],
    ]


def room_block(columns: Sequence[Column]) -> str:
    """Return how far the leads are from what is proved about lower budgets."""
    text = ""
    for column in columns:
        lead, prize = column.lead.budget, column.next_record
        for whose, floor in column.floors.items():
            if math.isnan(floor):
                continue
            room = figure(lead - floor)
            text += f"* {column.name}: {figure(lead)} is {room} nats above "
            text += f"{figure(floor)}, {whose}."
            if at_most(prize, floor):
                text += f" The next prize, {figure(prize)}, is below that."
            text += "\n"
    return text


def budget_block(found: Leaderboard) -> str:
    """Return the Markdown table of the errors that submissions may have."""
    heads = ["column", "submissions", "probability of a false record"]
    rows = []
    for name, number in found.next_numbers.items():
        used = [line.get(f"{name}_error_share", 0.0) for line in found.lines]
        cells = [name, str(sum(error > 0 for error in used))]
        cells += [f"{100 * sum(used):.3g} %", f"{100 * share_of_error(number):.2g} %"]
        rows.append(cells)
    return _table([*heads, "next submission"], rows)


def history_block(found: Leaderboard) -> str:
    """Return the Markdown table of all leads and records, the oldest first."""
    titles = [("lead", holder) for holder in found.leads]
    titles += [("prize", holder) for holder in found.records if holder.run]
    rows = [
        [
            holder.date,
            holder.column,
            figure(holder.budget),
            what if holder.run else "published",
            _code(short_name(holder.entry)),
            f"{holder.games:,}" if holder.run else "",
        ]
        for what, holder in sorted(titles, key=lambda own: own[1].date)
    ]
    return _table(["date", "column", "budget", "", "entry", "games"], rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table, with an empty line after it."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _file(entry: str) -> str:
    return f"../strategies/{file_of(entry)}.py"


def _code(text: str) -> str:
    """Return text that Markdown leaves alone, in a table too."""
    return f"`{text.replace('`', chr(39)).replace('|', chr(92) + '|')}`"
