"""Pages of the entries of the leaderboard: rankings, curve and runs."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from contest.leaderboard.leads import last_holders
from contest.leaderboard.lines import Line
from contest.leaderboard.standings import Leaderboard
from contest.pages.entry_facts import EntryFacts
from contest.pages.plots.curves import entry_curve
from contest.pages.plots.svg import to_file
from contest.pages.replays_page import RunReplays
from contest.pages.template import link, render_page
from contest.pages.wording import OURS, budget_text, column_share, short_name
from game.text.formats import format_count, format_score, percent_with_error
from game.words import Vocabulary

_FOLDER = "entries"

Rows = list[list[str]]
_CaptionedTable = tuple[str, Sequence[str], Rows]  # caption, headings, rows


@dataclass(frozen=True, eq=False)
class EntryPages:
    """Pages of the entries, and the data from which they are made.

    `facts` has the curve of each entry, and `standings` has the tables of the
    leaderboard. `runs` are the runs that the page of replays shows. `pages` has the
    addresses of the pages of the site by title. Addresses are relative to the root of
    the site.
    """

    facts: Sequence[EntryFacts]
    standings: Leaderboard
    vocabulary: Vocabulary
    runs: Sequence[RunReplays]
    pages: Mapping[str, str]

    @cached_property
    def addresses(self) -> dict[str, str]:
        """The address of each entry's page, relative to the root of the site."""
        addresses: dict[str, str] = {}
        for facts in self.facts:
            stem = re.sub(r"[^\w.-]+", "-", facts.entry).strip("-.")

            # Names that differ only in punctuation have equal stems, so a number is
            # added.
            address = f"{_FOLDER}/{stem}.html"
            number = 1
            while address in addresses.values():
                number += 1
                address = f"{_FOLDER}/{stem}-{number}.html"
            addresses[facts.entry] = address
        return addresses

    def files(self) -> dict[str, str]:
        """Return the HTML page and the SVG curve of every entry, by address."""
        leads = {column.name: column.lead.budget for column in self.standings.columns}
        files = {}
        for facts in self.facts:
            address = self.addresses[facts.entry]
            picture = address.replace(".html", ".svg")
            curve = entry_curve(facts.entry, facts.points, leads, self.vocabulary)
            files[picture] = to_file(curve)
            files[address] = self._page(facts, picture.removeprefix(f"{_FOLDER}/"))
        return files

    def _page(self, facts: EntryFacts, picture: str) -> str:
        # An entry is identified by its name and its call, because in earlier runs the
        # name may have stood for another call.
        key = facts.entry, facts.call
        lines = [line for line in self.standings.lines if line.run and line.key == key]
        lines.sort(key=lambda line: (line.date, line.kind))
        tables = [self._columns(facts), self._runs(lines)]
        return render_page(
            "entry",
            {title: f"../{page}" for title, page in self.pages.items()},
            entry=short_name(facts.entry),
            call=facts.call,
            picture=picture,
            intro=self._intro(facts, lines),
            tables=tables,
        )

    def _intro(self, facts: EntryFacts, lines: Sequence[Line]) -> list[str]:
        # The first texts name the author, and the leads and prizes of the entry.
        texts = [f"Author: {lines[-1].author or OURS}."]
        titles = {"lead": self.standings.leads, "prize": self.standings.records}
        for title, holders in titles.items():
            holds = [
                f"{name} at {format_score(holder.budget)} nats"
                for name, holder in last_holders(holders).items()
                if holder.entry == facts.entry
            ]
            if holds:
                texts.append(f"Holds the {title} of {' and '.join(holds)}.")

        # For each run with a beacon, a text names the round of the beacon. The round
        # shows that nobody could choose the seed.
        beacons = {run.name: run.beacon for run in self.runs}
        for line in lines:
            if beacon := beacons.get(line.run):
                where = link(f"round {beacon.round} of drand", beacon.address)
                seed = Markup("The seed of run {} follows from the entry and from {}.")
                texts.append(seed.format(line.run, where))
        return texts + [
            f"This entry is not ranked with run {line.run}: the entry {line.refused}."
            for line in lines
            if line.refused
        ]

    def _columns(self, facts: EntryFacts) -> _CaptionedTable:
        """Return the table of the rankings, which has a row for each ranking.

        A row has the figures of the entry in the ranking, and the lead of the ranking.
        """
        cells: Rows = []
        for column in self.standings.columns:
            key = facts.entry, facts.call
            row = next((row for row in column.rows if row.line.key == key), None)
            # An entry has no row if it does not reach the target probability, or if it
            # was not submitted to the ranking.
            if row is None:
                none = (
                    "not reached"
                    if facts.entry in column.unreached
                    else "not submitted"
                )
                figures = [none, "", ""]
            else:
                chance = percent_with_error(row.chance, row.error)
                rank = f"{row.rank} of {len(column.rows)}" if row.rank else "none"
                figures = [budget_text(row), chance, rank]
            share = f"{column.name}: {column_share(column.name)} of the games won"
            cells.append([share, *figures, format_score(column.lead.budget)])
        heads = ("ranking", "budget", "chance to win", "rank", "lead of the ranking")
        return "Rankings", heads, cells

    def _runs(self, lines: Sequence[Line]) -> _CaptionedTable:
        """Return the table of the runs of an entry, which has a row for each run.

        `lines` has the line of the leaderboard for each run.
        """
        # In the address of the page of replays, a run and the index of an entry in this
        # run select the games.
        games_of = {
            (run.name, entry): f"replays.html#run={run.name}&entry={index}"
            for run in self.runs
            for index, entry in enumerate(run.entries)
        }
        cells: Rows = []
        for line in lines:
            address = games_of.get((line.run, line.entry))
            games = format_count(line.games, "game")
            linked = link(games, f"../{address}") if address else games
            certified = [
                f"{name} {format_score(figures.certified)}"
                for name, figures in line.columns.items()
                if figures.certified < math.inf
            ]
            cells.append(
                [
                    Markup(", ").join([linked, line.date, line.kind]),
                    f"{line.statistics['won'] / line.games:.1%}",
                    f"{line.statistics['side_information']:.2g}",
                    ", ".join(certified) or "none",
                ]
            )
        heads = (
            "run",
            "games won",
            "e-value of the information test",
            "certified budgets",
        )
        return "Official runs", heads, cells
