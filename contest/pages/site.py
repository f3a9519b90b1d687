"""Static site: the game, the leaderboard and replays, without a server."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from contest.leaderboard.columns import columns_of
from contest.leaderboard.folders import over_folders
from contest.leaderboard.leads import PUBLISHED, last_holders
from contest.leaderboard.open_class import open_rows
from contest.leaderboard.records import (
    LEADS,
    LINES,
    RECORDS,
    official_folders,
    read_history,
    read_lines,
)
from contest.leaderboard.references import good_score, standing_line
from contest.pages.entry_facts import entries_file, read_entries
from contest.pages.entry_pages import EntryPages
from contest.pages.leaderboard_page import leaderboard_page
from contest.pages.play_page import play_page, solve_page
from contest.pages.replays_page import RunReplays, replays_of, replays_page
from contest.pages.site_files import write_files
from contest.pages.template import WEB, render, to_json
from game.files import read_text
from game.text.deals import page_address
from game.words import Vocabulary

PAGES = {
    "Play": "index.html",
    "Solve": "solve.html",
    "Leaderboard": "leaderboard.html",
    "Replays": "replays.html",
}
"""Addresses of the pages by title."""

ICON = "apple-touch-icon.png"
"""Picture on the home screen of an iPhone: ``icon.svg``, 180 px wide, not rounded."""

SIZES = range(4, 10)
"""Letters in a word of the games that the site deals."""


def write_site(
    results: Path,
    page: Path | None,
    site: Path,
    vocabulary: Vocabulary,
    *,
    paid: Mapping[str, str] | None = None,
    address: str = "",
) -> list[Path]:
    """Write the site and return its files.

    `results` holds the official runs and submissions, and what ``evaluate.py
    leaderboard`` makes from them; `page` is the page of the leaderboard in the
    documentation, with its picture and the facts of the entries, made by the same
    command, beside it; without it, and in an installed package, the site has the pages
    of games alone. Words other than the contest's have a page of games, and one that
    solves. Files of an earlier site in `site` are replaced or removed; its pages link
    to the documentation if ``docs/`` in it holds that. `paid` is in one line, by date,
    what entries paid on the daily puzzle of WORDPL; `address` is that of the published
    page. Raises `InputError` when the results cannot be read, or a file cannot be
    written.
    """
    has_docs = (site / "docs" / "index.html").is_file()
    is_contest = vocabulary == Vocabulary.load()
    shown = list(PAGES)[: 4 if page and is_contest else 2]
    pages = {title: PAGES[title] for title in shown}
    pages |= {"Docs": "docs/index.html"} if has_docs else {}
    holders = last_holders(read_history(results / LEADS))
    budgets = {column: holder.budget for column, holder in holders.items()}
    sizes = SIZES if is_contest else ()
    lists = {vocabulary.length: vocabulary}
    lists |= {size: Vocabulary.load(size) for size in sizes}
    playing = {size: page_address("", size) for size in lists}
    solving = {size: f"solve-{size}.html" for size in lists}
    playing[vocabulary.length], solving[vocabulary.length] = list(PAGES.values())[:2]
    files: dict[Path, str] = {}
    for size, words in lists.items():
        own = {**pages, "Solve": solving[size]}
        files[site / playing[size]] = play_page(
            words,
            budgets,
            pages=own,
            sizes=sizes,
            good_score=good_score(budgets),
            standing=standing_line(holders.values()),
            paid=paid,
            address=address,
        )
        lengths = dict(sorted(solving.items())) if sizes else {}
        files[site / solving[size]] = solve_page(words, own, lengths=lengths)
    if page and is_contest:
        files |= _contest_files(results, page, site, vocabulary, pages)
    files |= _offline_files(files, site)
    texts = {path.relative_to(site).as_posix(): text for path, text in files.items()}
    data = {path: text.encode() for path, text in texts.items()}
    write_files(site, {**data, ICON: (WEB / ICON).read_bytes()})
    return [site / path for path in (*data, ICON)]


def _offline_files(files: Mapping[Path, str], site: Path) -> dict[Path, str]:
    """Return the files by which a browser installs the site and plays it offline."""
    names = [path.name for path in files if path.parent == site]
    digest = hashlib.sha256("".join(files.values()).encode()).hexdigest()
    visited = [name for name in names if "-" in name]  # others are fetched at once
    values = {
        "files": to_json(["./", *names, "icon.svg", ICON, "site.webmanifest"]),
        "visited": to_json(visited),
        "digest": digest,
    }
    return {
        site / "offline.js": render("offline.js", **values),
        site / "site.webmanifest": render("site.webmanifest"),
        site / "icon.svg": read_text(WEB / "icon.svg"),
    }


def _contest_files(
    results: Path,
    page: Path,
    site: Path,
    vocabulary: Vocabulary,
    pages: Mapping[str, str],
) -> dict[Path, str]:
    """Return the leaderboard, its entries, the replays, and a text for programs."""
    files = {}
    lines = read_lines(results / LINES)
    leads, records = (read_history(results / name) for name in (LEADS, RECORDS))
    runs = over_folders(replays_of, official_folders(results), vocabulary)
    for run in runs:
        files[site / "data" / f"{run.name}.js"] = run.script
    titles = {run.name: run.title for run in runs}
    files[site / "replays.html"] = replays_page(titles, pages)
    columns = columns_of(lines, leads, records)
    entries = EntryPages(
        read_entries(entries_file(page)),
        lines,
        leads,
        records,
        columns,
        vocabulary,
        _games(runs),
        pages,
        {run.name: run.machines for run in runs},
    )
    files[site / "leaderboard.html"] = leaderboard_page(
        columns,
        last_holders(h for h in leads if h.kind == PUBLISHED),
        entries.addresses,
        pages,
        open_rows(results, vocabulary),
    )
    files[site / "leaderboard.svg"] = read_text(page.with_suffix(".svg"))
    links = r"\]\((docs/[\w/-]+)\.md", r"](\1.html"  # to the built documentation
    text = read_text(page.parents[1] / "AGENTS.md")
    files[site / "llms.txt"] = re.sub(*links, text)
    files |= {site / address: text for address, text in entries.files().items()}
    return files


def _games(runs: Sequence[RunReplays]) -> dict[tuple[str, str], str]:
    """Return the address of the games of each run and entry."""
    return {
        (run.name, entry): f"replays.html#run={run.name}&entry={index}"
        for run in runs
        for index, entry in enumerate(run.entries)
    }
