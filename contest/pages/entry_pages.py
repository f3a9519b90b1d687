"""Pages of the entries of the leaderboard: columns, curve, runs and prices."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from contest.leaderboard.columns import Column, Line, file_of, key_of
from contest.leaderboard.figures import ClueFigures, TurnFigures
from contest.leaderboard.leads import Holder, standing
from contest.pages.entry_facts import EntryFacts
from contest.pages.leaderboard_page import entry_page
from contest.pages.plots.leaderboard import entry_plot
from contest.pages.plots.svg import document
from contest.pages.template import Cell
from contest.pages.wording import OURS, budget_text, short_name, shown_share
from contest.statistics.quantiles import PERCENTILES
from contest.terminal.tables import estimate, figure
from game.text.formats import counted
from game.words import Vocabulary

FOLDER = "entries"
_CLUES = 8  # classes of first clues that are shown

Cells = list[Cell | list[Cell]]
Table = tuple[str, Sequence[str], list[Cells]]


@dataclass(frozen=True, slots=True)
class Board:
    """What the pages of the entries are made from.

    `lines` are those of ``leaderboard.csv``; `leads` and `records` are past and
    present, the oldest first.
    """

    facts: Sequence[EntryFacts]
    lines: Sequence[Line]
    leads: Sequence[Holder]
    records: Sequence[Holder]
    columns: Sequence[Column]
    vocabulary: Vocabulary

    def titles(self, line: Line) -> list[str]:
        """Return the leads and prizes that a run has taken."""
        return [
            f"{what} of {holder.column} at {figure(holder.budget)}"
            for what, held in (("lead", self.leads), ("prize", self.records))
            for holder in held
            if (holder.entry, holder.run) == (line["entry"], line["run"])
        ]


def addresses(entries: Sequence[EntryFacts]) -> dict[str, str]:
    """Return the address of each entry's page, from the root of the site."""
    found: dict[str, str] = {}
    for facts in entries:
        stem = re.sub(r"[^\w.-]+", "-", facts.entry).strip("-.")
        address, number = f"{FOLDER}/{stem}.html", 1
        while address in found.values():
            number += 1
            address = f"{FOLDER}/{stem}-{number}.html"
        found[facts.entry] = address
    return found


def entry_files(
    board: Board, games: Mapping[tuple[str, str], str], pages: Mapping[str, str]
) -> dict[str, str]:
    """Return the page and the curve of every entry, by address.

    `games` has the page on which the games of a run and entry are shown; `pages` has
    the addresses of the pages of the site by title.
    """
    found = addresses(board.facts)
    leads = {column.name: column.lead.budget for column in board.columns}
    files = {}
    for facts in board.facts:
        address = found[facts.entry]
        picture = address.replace(".html", ".svg")
        files[picture] = document(entry_plot(facts, leads, board.vocabulary))
        own, others = _lines(facts, board)
        tables = [
            _columns(facts, board),
            _runs("Official runs", own, board, games),
            _turns(facts.turns, facts.games),
            _clues(facts.clues),
        ]
        if others:
            title = f"Earlier entries of {file_of(facts.entry)}.py"
            _, heads, rows = _runs(title, others, board, games)
            named = [
                [line["call"], *row] for line, row in zip(others, rows, strict=True)
            ]
            tables.insert(2, (title, ("entry", *heads), named))
        files[address] = entry_page(
            short_name(facts.entry),
            facts.call,
            picture.removeprefix(f"{FOLDER}/"),
            _intro(facts, own, board),
            tables,
            {title: f"../{page}" for title, page in pages.items()},
        )
    return files


def _lines(facts: EntryFacts, board: Board) -> tuple[list[Line], list[Line]]:
    """Return the lines of an entry, and those of superseded entries of its file."""
    shown = {(own.entry, own.call) for own in board.facts}
    played = [line for line in board.lines if line["run"]]
    played.sort(key=lambda line: (line["date"], line["kind"]))
    own = [line for line in played if key_of(line) == (facts.entry, facts.call)]
    others = [
        line
        for line in played
        if key_of(line) not in shown and file_of(line["entry"]) == file_of(facts.entry)
    ]
    return own, others


def _intro(facts: EntryFacts, own: Sequence[Line], board: Board) -> list[str]:
    by = own[-1]["author"] or OURS
    texts = [f"By {by}."]
    for what, held in (("lead", board.leads), ("prize", board.records)):
        holds = [
            f"{name} at {figure(holder.budget)} nats"
            for name, holder in standing(held).items()
            if holder.entry == facts.entry
        ]
        if holds:
            texts.append(f"Holds the {what} of {' and '.join(holds)}.")
    paid = sum(turn.games * turn.price for turn in facts.turns) / facts.games
    turns = sum(turn.games for turn in facts.turns) / facts.games
    texts.append(f"It pays {paid:.1f} nats for {turns:.2f} guesses in a game.")
    refused = (line for line in own if line["refused"])
    return texts + [
        f"Run {line['run']} holds no place: it {line['refused']}." for line in refused
    ]


def _columns(facts: EntryFacts, board: Board) -> Table:
    rows: list[Cells] = []
    for column in board.columns:
        share = f"{column.name}: {shown_share(column.name)}"
        keys = [key_of(row.line) for row in column.rows]
        if (facts.entry, facts.call) not in keys:
            rows.append([share, "none", "", "", figure(column.lead.budget)])
            continue
        row = column.rows[keys.index((facts.entry, facts.call))]
        place = f"{row.place} of {len(column.rows)}" if row.place else "none"
        chance = estimate(row.chance, row.error)
        lead = figure(column.lead.budget)
        rows.append([share, budget_text(row), chance, place, lead])
    heads = ("games won", "budget", "chance to win", "place", "lead")
    return "Columns", heads, rows


def _runs(
    title: str,
    lines: Sequence[Line],
    board: Board,
    games: Mapping[tuple[str, str], str],
) -> Table:
    rows: list[Cells] = []
    for line in lines:
        shown = games.get((line["run"], line["entry"]))
        text = counted(int(line["games"]), "game")
        certified = [
            f"{column} {figure(line[f'{column}_certified'])}"
            for column in PERCENTILES
            if line[f"{column}_certified"] < math.inf
        ]
        rows.append(
            [
                [(text, f"../{shown}") if shown else text, line["date"], line["kind"]],
                f"{line['won'] / line['games']:.1%}",
                f"{line['side_information']:.2g}",
                ", ".join(certified) or "none",
                ", ".join(board.titles(line)) or "none",
            ]
        )
    heads = ("run", "won", "e-value", "certified", "taken")
    return title, heads, rows


def _turns(turns: Sequence[TurnFigures], games: int) -> Table:
    rows: list[Cells] = [
        [str(place), f"{turn.games / games:.0%}", f"{turn.price:.2f}"]
        for place, turn in enumerate(turns, 1)
    ]
    heads = ("turn", "of the games", "mean price, in nats")
    return f"Prices of {counted(games, 'game')}", heads, rows


def _clues(clues: Sequence[ClueFigures]) -> Table:
    lost = sum(own.games * (1 - own.chance) for own in clues)
    games = sum(own.games for own in clues)
    rows: list[Cells] = [
        [
            own.clue,
            f"{own.games / games:.1%}",
            f"{own.chance:.1%}",
            f"{own.games * (1 - own.chance) / lost:.1%}" if lost else "",
        ]
        for own in clues[:_CLUES]
    ]
    heads = (
        "letters of the first clue",
        "of the games",
        "chance to win",
        "of the losses",
    )
    return "Losses by the letters of the first clue", heads, rows
