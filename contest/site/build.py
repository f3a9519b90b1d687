"""Static site: the game, the leaderboard and replays, without a server."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from contest.leaderboard.folders import over_folders
from contest.leaderboard.records import official, read_history
from contest.leaderboard.references import good_score, standing_line
from contest.leaderboard.standings import FLOOR, Holder
from contest.report.terminal.tables import figure, rank_text
from contest.runs.folder import RunError
from contest.site.entries import EntryFacts, entries_file, read_entries
from contest.site.entry_pages import Board, addresses, entry_files
from contest.site.replays import RunReplays, replays_of
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.record_test import target_of
from game.files import read_text, write_whole
from game.words import Vocabulary
from web.leaderboard_page import leaderboard_page
from web.play_page import play_page
from web.replays_page import replays_page
from web.solve_page import solve_page
from web.table import Cell

PAGES = {
    "Play": "index.html",
    "Solve": "solve.html",
    "Leaderboard": "leaderboard.html",
    "Replays": "replays.html",
}
"""Addresses of the pages by title."""


def build(
    results: Path,
    page: Path,
    site: Path,
    vocabulary: Vocabulary,
    *,
    paid: Mapping[str, str] | None = None,
    address: str = "",
) -> list[Path]:
    """Write the site and return its files.

    Parameters
    ----------
    results : Path
        Folder of the official runs and submissions, and of what ``evaluate.py
        leaderboard`` makes from them.
    page : Path
        Page of the leaderboard in the documentation; its picture and the facts of the
        entries, made by the same command, stand beside it.
    site : Path
        Folder of the site; files of the same names are replaced. The pages link to
        the documentation if ``docs/`` in it holds that.
    vocabulary : Vocabulary
        The words of the contest.
    paid : dict of str to str, optional
        What entries paid on the daily puzzle of WORDPL, in one line, by date.
    address : str
        Address of the published page.

    Raises
    ------
    InputError
        When the results cannot be read, or a file cannot be written.
    """
    has_docs = (site / "docs" / "index.html").is_file()
    pages = PAGES | ({"Docs": "docs/index.html"} if has_docs else {})
    lines = _lines(results / "leaderboard.csv")
    history = read_history(results / "records.csv")
    standing = {holder.column: holder for holder in history}
    held = {column: holder.record for column, holder in standing.items()}
    files = {
        site / "index.html": play_page(
            vocabulary,
            held,
            pages=pages,
            good_score=good_score(held),
            standing=standing_line(standing.values()),
            paid=paid,
            address=address,
        ),
        site / PAGES["Solve"]: solve_page(vocabulary, pages),
    }
    runs = over_folders(replays_of, official(results), vocabulary)
    for run in runs:
        files[site / "data" / f"{run.name}.js"] = run.script
    titles = {run.name: run.title for run in runs}
    files[site / "replays.html"] = replays_page(titles, pages)
    board = Board(read_entries(entries_file(page)), lines, history, vocabulary)
    entries = addresses(board)
    records = [_record_row(own, lines[-1], entries) for own in standing.values()]
    items = [_entry_item(facts, board, entries) for facts in board.facts]
    files[site / "leaderboard.html"] = leaderboard_page(records, items, pages)
    files[site / "leaderboard.svg"] = read_text(page.with_suffix(".svg"))
    for address, text in entry_files(board, _games(runs), pages).items():
        files[site / address] = text
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    return list(files)


def _lines(path: Path) -> list[dict[str, str]]:
    """Return the lines of ``leaderboard.csv``, of which the last has the floors."""
    lines = list(csv.DictReader(io.StringIO(read_text(path))))
    if not lines or lines[-1].get("kind") != FLOOR:
        raise RunError(
            f"{str(path)!r} has no line of floors: expected what evaluate.py "
            "leaderboard writes"
        )
    return lines


def _record_row(
    holder: Holder, floors: dict[str, str], entries: dict[str, str]
) -> list[Cell]:
    page = entries.get(holder.entry)
    return [
        f"{100 * PERCENTILES[holder.column]:g} %",
        figure(holder.record),
        (_short(holder.entry), page) if page else holder.kind,
        figure(target_of(holder.record)),
        figure(float(floors[holder.column])),
    ]


def _entry_item(
    facts: EntryFacts, board: Board, entries: dict[str, str]
) -> tuple[Cell, str]:
    line = board.line(facts)
    budgets = (float(line[f"{column}_budget"] or "nan") for column in PERCENTILES)
    text = " / ".join(figure(budget, "-", "∞") for budget in budgets)
    ranks = [
        rank_text(line[f"{column}_rank_low"], line[f"{column}_rank_high"])
        for column in PERCENTILES
    ]
    if all(ranks):
        text += f" (ranks {' / '.join(ranks)})"
    return (facts.entry, entries[facts.entry]), text


def _games(runs: Sequence[RunReplays]) -> dict[tuple[str, str], str]:
    """Return the address of the games of each run and entry."""
    return {
        (run.name, entry): f"replays.html#run={run.name}&entry={place}"
        for run in runs
        for place, entry in enumerate(run.entries)
    }


def _short(entry: str) -> str:
    """Return the name of the strategy alone."""
    return entry.partition(":")[0]
