"""Static site with the game, the leaderboard and replays; the site needs no server."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from contest.leaderboard.folders import over_folders
from contest.leaderboard.leads import Holder, last_holders
from contest.leaderboard.records import (
    LEADS,
    LINES,
    RECORDS,
    leads_sentence,
    official_folders,
    read_history,
    read_lines,
)
from contest.leaderboard.standings import Leaderboard
from contest.pages.entry_facts import entries_file, read_entries
from contest.pages.entry_pages import EntryPages
from contest.pages.leaderboard import leaderboard_page
from contest.pages.play_page import play_page, solve_page
from contest.pages.replays_page import replays_of, replays_page
from contest.pages.template import WEB, render, render_page, to_json
from game.files import read_text, replace_file
from game.text.deals import page_address
from game.words import Vocabulary


class Page(NamedTuple):
    """A page to which all pages link; `address` is relative to the root of the site.

    `needs_results` says whether the page is made from the results of official runs.
    """

    title: str
    address: str
    needs_results: bool


PLAY = Page("Play", "index.html", needs_results=False)
_SOLVE = Page("Solve", "solve.html", needs_results=False)
_LEADERBOARD = Page("Leaderboard", "leaderboard.html", needs_results=True)
_REPLAYS = Page("Replays", "replays.html", needs_results=True)

PAGES = (PLAY, _SOLVE, _LEADERBOARD, _REPLAYS)
"""The pages to which every page of the site links, in the order of the links."""

# File with the icon for the home screen of an iPhone. The icon is that of ``icon.svg``,
# with a width of 180 pixels and with square corners.
_ICON = "apple-touch-icon.png"

SIZES = range(4, 10)
"""Lengths of words for which the site has pages that deal games."""


def write_site(
    results: Path,
    page: Path | None,
    site: Path,
    vocabulary: Vocabulary,
    *,
    days: str = "",
    address: str = "",
) -> list[Path]:
    """Write the site and return its files.

    `results` has the official runs, the submissions, and the tables that ``evaluate.py
    leaderboard`` writes. `page` is the page of the leaderboard in the documentation;
    the same command writes a plot and the curves of the entries beside `page`. If
    `page` is None, as in an installed package, the site has only the pages that deal
    games and the pages that solve. For words other than the words of the contest, there
    is one page that deals games and one page that solves. `play_page` explains `days`.

    Files of an earlier site in `site` are replaced. If the folder ``docs/`` in `site`
    has the documentation, pages link to it. `address` is the address of the published
    site. Raises `InputError` when the results cannot be read or a file cannot be
    written.
    """
    has_docs = (site / "docs" / "index.html").is_file()
    files = site_files(
        results, page, vocabulary, days=days, address=address, has_docs=has_docs
    )
    for name, data in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        with replace_file(site / name) as file:
            file.write(data)
    return [site / name for name in files]


def site_files(
    results: Path,
    page: Path | None,
    vocabulary: Vocabulary,
    *,
    days: str = "",
    address: str = "",
    has_docs: bool = False,
) -> dict[str, bytes]:
    """Return the files of a site by name, as `write_site` writes them.

    `has_docs` says whether the folder ``docs/`` of the site has the documentation.
    """
    contest_page = page if vocabulary == Vocabulary.load() else None
    pages = {
        each.title: each.address
        for each in PAGES
        if contest_page or not each.needs_results
    }
    if has_docs:
        pages["Docs"] = "docs/index.html"
    holders = last_holders(read_history(results / LEADS))
    files = _game_files(vocabulary, pages, holders, days, address)
    if contest_page:
        files |= _contest_files(results, contest_page, vocabulary, pages)

    files |= _offline_files(files)
    data = {name: text.encode() for name, text in files.items()}
    data[_ICON] = (WEB / _ICON).read_bytes()
    return data


def _game_files(
    vocabulary: Vocabulary,
    pages: Mapping[str, str],
    holders: Mapping[str, Holder],
    days: str,
    address: str,
) -> dict[str, str]:
    """Return the pages that deal games and the pages that give advice, by address.

    There are two pages for words of each length. `pages` has the addresses of the pages
    to which all pages link, by title. `holders` has the holder of each lead by ranking.
    `play_page` explains `days` and `address`.
    """
    # Only a site for the words of the contest has pages for words of other lengths.
    sizes = SIZES if vocabulary == Vocabulary.load() else ()
    lists = {vocabulary.length: vocabulary}
    lists |= {size: Vocabulary.load(size) for size in sizes}

    # The pages for `vocabulary` have the addresses to which all pages link.
    playing = {size: page_address("", size) for size in lists}
    solving = {size: f"solve-{size}.html" for size in lists}
    playing[vocabulary.length] = PLAY.address
    solving[vocabulary.length] = _SOLVE.address
    budgets = {column: holder.budget for column, holder in holders.items()}
    # Each page links to the solver for words of the same length.
    files = {}
    for size, words in lists.items():
        links = {**pages, _SOLVE.title: solving[size]}
        files[playing[size]] = play_page(
            words,
            budgets,
            pages=links,
            sizes=sizes,
            leads=leads_sentence(holders.values()),
            days=days,
            address=address,
        )
        lengths = dict(sorted(solving.items())) if sizes else {}
        files[solving[size]] = solve_page(words, links, lengths=lengths)
    absolute = {title: f"{address}{page}" for title, page in pages.items()}
    files["404.html"] = render_page("404", absolute)  # for wrong addresses
    return files


def _contest_files(
    results: Path, page: Path, vocabulary: Vocabulary, pages: Mapping[str, str]
) -> dict[str, str]:
    """Return the files about the contest, by name.

    The files are the page of the leaderboard, the pages of its entries, the page of
    replays with its data, and ``llms.txt``, a text for AI agents. `results` has the
    official runs and the tables of the leaderboard. `page` is the page of the
    leaderboard in the documentation. `pages` has the addresses of the pages to which
    all pages link, by title.
    """
    # The tables of the leaderboard are read from files: it would take long to compute
    # the tables from the games again.
    lines = read_lines(results / LINES)
    leads, records = (read_history(results / name) for name in (LEADS, RECORDS))
    standings = Leaderboard(lines, leads, records)

    runs = over_folders(replays_of, official_folders(results), vocabulary)
    leader = last_holders(leads).get("p50")
    facts = read_entries(entries_file(page))
    entries = EntryPages(facts, standings, vocabulary, runs, pages)
    to_built_docs = r"\]\((docs/[\w/-]+)\.md", r"](\1.html"
    agents = read_text(page.parents[1] / "AGENTS.md")
    return {
        **{f"data/{run.name}.js": run.script for run in runs},
        _REPLAYS.address: replays_page(runs, pages, leader.run if leader else ""),
        _LEADERBOARD.address: leaderboard_page(standings, entries.addresses, pages),
        "leaderboard.svg": read_text(page.with_suffix(".svg")),
        "llms.txt": re.sub(*to_built_docs, agents),
        **entries.files(),
    }


def _offline_files(files: Mapping[str, str]) -> dict[str, str]:
    """Return the files that a browser needs to install the site and use it offline.

    `files` has the other files of the site by name.
    """
    names = [name for name in files if "/" not in name]
    # The browser keeps these pages for offline use only after you have opened them.
    visited = [name for name in names if "-" in name]
    values = {
        "files": to_json(["./", *names, "icon.svg", _ICON, "site.webmanifest"]),
        "visited": to_json(visited),
        "digest": hashlib.sha256("".join(files.values()).encode()).hexdigest(),
    }
    return {
        "offline.js": render("offline.js", **values),
        "site.webmanifest": render("site.webmanifest"),
        "icon.svg": read_text(WEB / "icon.svg"),
    }
