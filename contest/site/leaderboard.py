"""Files of the leaderboard: tables, blocks of documents, a plot, facts of entries."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, astuple
from importlib import metadata
from pathlib import Path
from typing import Any

from contest.leaderboard.figures import SUBMISSION
from contest.leaderboard.remembered import Remembered
from contest.leaderboard.standings import FLOOR, Holder, Leaderboard, leaderboard
from contest.report.svg import document
from contest.report.terminal.tables import estimate, figure, formatted, rank_text
from contest.runs.folder import RunError
from contest.site.entries import entries_file, entries_text, read_entries
from contest.site.plots import records_plot
from contest.statistics.error_budget import share_of_error
from contest.statistics.quantiles import PERCENTILES, at_most
from contest.statistics.record_test import target_of
from contest.statistics.summary import STATISTICS, Place, Statistic, shown, to_csv
from game.files import write_whole
from game.protocol import Mode
from game.wording import counted
from game.words import Vocabulary

START, END = "<!-- leaderboard -->", "<!-- end of leaderboard -->"

_ENDS = ("low", "high", "budget")


def write(
    results: Path, readme: Path, page: Path, vocabulary: Vocabulary
) -> Leaderboard:
    """Rewrite two tables, a plot, the facts of the entries, and two documents' blocks.

    The tables are ``leaderboard.csv`` and ``records.csv`` in `results`; the plot and
    the facts, ``entries.json``, stand beside `page`.

    Parameters
    ----------
    results : Path
        Folder of the official runs and submissions; receives the two tables.
    readme : Path
        Document whose block shows the columns.
    page : Path
        Document whose block shows the columns and all entries. Its plot has the same
        name, and ends in ``.svg``.
    vocabulary : Vocabulary
        The words of the contest.

    Raises
    ------
    InputError
        As `leaderboard`, or when a file cannot be written or a document has no block;
        nothing is rewritten then.
    """
    around = {file: _around(file) for file in (readme, page)}
    known = Remembered(results)
    found = leaderboard(results, vocabulary, known)
    heads = {
        file: f"{_picture(page.with_suffix('.svg').relative_to(file.parent))}\n"
        f"{columns_block(found)}"
        for file in (readme, page)
    }
    blocks = {
        readme: heads[readme],
        page: f"{heads[page]}{limits_block(found)}\n"
        f"## Error budget\n\n{budget_block(found)}\n"
        f"## Ranks\n\n{ranks_block(found)}\n"
        f"## All entries\n\n{entries_block(found)}",
    }
    plot = known.value(
        str,
        ["plot", metadata.version("matplotlib"), vocabulary.digest, *_plotted(found)],
        lambda: document(records_plot(found, vocabulary)),
    )
    kept = entries_file(page)
    before = read_entries(kept) if kept.exists() else []
    facts = entries_text(found, results, vocabulary, before)
    write_whole(results / "leaderboard.csv", to_csv(map(_in_file, found.lines)))
    write_whole(results / "records.csv", to_csv(map(asdict, found.holders)))
    for file, (head, tail) in around.items():
        write_whole(file, f"{head}{START}\n{blocks[file]}{END}{tail}")
    write_whole(page.with_suffix(".svg"), plot)
    write_whole(kept, facts)
    known.keep()
    return found


def _plotted(found: Leaderboard) -> Iterator[object]:
    """Yield what the plot of a leaderboard shows."""
    yield [astuple(holder) for holder in found.standing().values()]
    for key, games in found.games.items():
        yield [*key, games.curve.digest]


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
        "Chance to win against budget: every entry, a flag at each record with what "
        "the next one must reach, and the region that is proved to be out of reach"
    )
    return f"![{text}]({path.as_posix()})\n"


def columns_block(found: Leaderboard) -> str:
    """Return the Markdown table of the columns with their records."""
    text = [
        "| column | record | entry | next record |",
        "|---|---|---|---|",
    ]
    for name, holder in found.standing().items():
        submitted = holder.kind == SUBMISSION
        entry = _code(holder.entry) if submitted else holder.kind
        target = figure(target_of(holder.record))
        text.append(f"| {name} | {figure(holder.record)} | {entry} | {target} |")
    return "\n".join([*text, ""])


def limits_block(found: Leaderboard) -> str:
    """Return a Markdown line for each next record that is below a proved floor."""
    floors = [line for line in found.lines if line["kind"] == FLOOR]
    return "".join(
        f"\nThe next record of {name} is below {figure(line[name])} nats, "
        f"{line['entry']} ([proof](wordpl.md#floors)).\n"
        for name, holder in found.standing().items()
        for line in floors
        if at_most(target_of(holder.record), line[name])
    )


def budget_block(found: Leaderboard) -> str:
    """Return the Markdown table of the errors that submissions may have."""
    text = [
        "| column | submissions | probability of a false record | next submission |",
        "|---|---|---|---|",
    ]
    for name, number in found.next_numbers.items():
        used = [line.get(f"{name}_error_share", 0.0) for line in found.lines]
        cells = [name, str(sum(error > 0 for error in used))]
        cells += [f"{100 * sum(used):.3g} %", f"{100 * share_of_error(number):.2g} %"]
        text.append(f"| {' | '.join(cells)} |")
    return "\n".join([*text, ""])


def rank_rows(found: Leaderboard) -> list[tuple[Mapping[str, Any], list[str]]]:
    """Return a line of each entry that has a rank, and its ranks and groups by column.

    The entries stand in the order of the lines.
    """
    lines = {
        (line["entry"], line["call"]): line
        for line in reversed(found.lines)
        if "p50_rank_low" in line
    }
    return [
        (line, [ranks_text(line, name) for name in PERCENTILES])
        for line in reversed(lines.values())
    ]


def ranks_text(line: Mapping[str, Any], column: str) -> str:
    """Return the ranks that an entry may have in a column, with its groups."""
    ends = (line[f"{column}_rank_{end}"] for end in ("low", "high"))
    return f"{rank_text(*ends)} ({line[f'{column}_group']})"


def ranks_block(found: Leaderboard) -> str:
    """Return the Markdown table of the ranks of all entries."""
    head = ["entry", *PERCENTILES]
    text = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for line, own in rank_rows(found):
        text.append(f"| {' | '.join([_entry(line), *own])} |")
    return "\n".join([*text, ""])


def entries_block(found: Leaderboard) -> str:
    """Return the Markdown table of all entries."""
    statistics = shown(Place.LEADERBOARD, Mode.WORDPL)
    head = ["entry", *(s.title for s in statistics), "what it is"]
    text = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for line in found.lines:
        cells = [_entry(line) if "run" in line else line["entry"]]
        cells += [_shown(line, statistic) for statistic in statistics]
        text.append(f"| {' | '.join([*cells, _source(line, found.standing())])} |")
    return "\n".join([*text, ""])


def _entry(line: Mapping[str, Any]) -> str:
    """Return the name of an entry, with the arguments that the name does not have."""
    name, call = line["entry"], line["call"]
    shown = "" if ":" in name or call.endswith("()") else call
    return _code(name) + (f"<br>{_code(shown)}" if shown else "")


def _shown(line: Mapping[str, Any], statistic: Statistic) -> str:
    if statistic.name in PERCENTILES:
        return _score(line, statistic.name)
    value = line.get(statistic.name)
    return "" if value is None else formatted(value, statistic)


def _score(line: Mapping[str, Any], name: str) -> str:
    """Return a column's score, its interval, and the exact budget and chance to win."""
    if math.isnan(line[name]):
        return ""
    text = figure(line[name])
    if "run" in line:
        low, high, budget = (figure(line[f"{name}_{x}"]) for x in _ENDS)
        chance = estimate(line[f"{name}_chance"], line[f"{name}_error"])
        text += "" if low == high else f" ({low} to {high})"
        # The chance to win at any price is in a column of its own.
        text += "" if text == budget == "inf" else f"<br>exact {budget}: {chance}"
    return text.replace("inf", "∞")


def _source(line: Mapping[str, Any], standing: Mapping[str, Holder]) -> str:
    if "run" not in line:
        return str(line["kind"])
    text = f"{line['kind']}, {counted(line['games'], 'game')}, {line['date']}"
    held = [c for c, holder in standing.items() if holder.run == line["run"]]
    if math.isnan(line["p50"]):
        text += f"; no score: won {line['luck']:+z.1f} standard deviations from what "
        text += "its clues explain"
    if line["kind"] == SUBMISSION and held:
        text += f"; holds {' and '.join(held)}"
    return text


def _code(text: str) -> str:
    """Return text that Markdown leaves alone, in a table too."""
    return f"`{text.replace('`', chr(39)).replace('|', chr(92) + '|')}`"
