"""Pages of the entries of the leaderboard: curve, ranks, runs and fingerprint."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from contest.leaderboard.standings import Holder
from contest.report.svg import document
from contest.report.terminal.tables import estimate, figure, rank_text
from contest.site.entries import EntryFacts
from contest.site.plots import entry_plot
from contest.statistics.fingerprint import Fingerprint
from contest.statistics.losses import ANSWER
from contest.statistics.quantiles import PERCENTILES
from game.wording import counted
from game.words import Vocabulary
from web.leaderboard_page import entry_page
from web.table import Cell

FOLDER = "entries"
_CLUES = 8  # classes of first clues that are shown

Line = Mapping[str, str]
Table = tuple[str, Sequence[str], list[list[Cell | list[Cell]]]]


@dataclass(frozen=True, slots=True)
class Board:
    """What the pages of the entries are made from.

    Parameters
    ----------
    facts : list of EntryFacts
        The entries.
    lines : list of dict of str to str
        The lines of ``leaderboard.csv``.
    history : list of Holder
        All records, past and present, the oldest first.
    vocabulary : Vocabulary
        The words of the contest.
    """

    facts: Sequence[EntryFacts]
    lines: Sequence[Line]
    history: Sequence[Holder]
    vocabulary: Vocabulary

    def line(self, facts: EntryFacts) -> Line:
        """Return the line of an entry's largest run."""
        key = (facts.entry, facts.run)
        return next(line for line in self.lines if (line["entry"], line["run"]) == key)

    def level(self, line: Line, column: str) -> list[str]:
        """Return the other entries of an entry's groups in a column, the best first."""
        name = f"{column}_group"
        groups = {*line[name].split()}
        others = [x for x in self.lines if groups & {*x[name].split()}]
        others.sort(key=lambda x: (int(x[f"{column}_rank_low"]), x[name]))
        names = dict.fromkeys(other["entry"] for other in others)
        return [entry for entry in names if entry != line["entry"]]


def addresses(board: Board) -> dict[str, str]:
    """Return the address of each entry's page, from the root of the site."""
    found: dict[str, str] = {}
    for facts in board.facts:
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

    Parameters
    ----------
    board : Board
        The leaderboard.
    games : dict of (str, str) to str
        Where the games of a run and entry are shown.
    pages : dict of str to str
        Addresses of the pages of the site by title.
    """
    found = addresses(board)
    held = {holder.column: holder.record for holder in board.history}
    files = {}
    for facts in board.facts:
        address = found[facts.entry]
        picture = address.replace(".html", ".svg")
        plot = entry_plot(facts, held, board.vocabulary)
        files[picture] = document(plot)
        files[address] = entry_page(
            facts.entry,
            facts.call,
            picture.removeprefix(f"{FOLDER}/"),
            _intro(facts, board),
            [
                _columns(facts, board, found),
                _runs(facts, board, games),
                _turns(facts.fingerprint),
                _losses(facts.fingerprint, games.get((facts.run, facts.entry))),
                _clues(facts.fingerprint),
            ],
            {title: f"../{page}" for title, page in pages.items()},
        )
    return files


def _intro(facts: EntryFacts, board: Board) -> list[str]:
    standing = {holder.column: holder for holder in board.history}
    own = [
        f"{name} at {figure(holder.record)} nats"
        for name, holder in standing.items()
        if (holder.entry, holder.run) == (facts.entry, facts.run)
    ]
    turns = facts.fingerprint.turns
    paid = sum(turn.games * turn.price for turn in turns)
    bits = sum(turn.games * turn.bits for turn in turns)
    rated = facts.fingerprint.rated
    texts = [f"Holds {' and '.join(own)}."] if own else []
    if paid:
        texts.append(
            f"It pays {paid / rated:.1f} nats a game for {bits / rated:.2f} bits of "
            f"information: {bits / paid:.3f} bits per nat."
        )
    return texts


def _columns(facts: EntryFacts, board: Board, pages: Mapping[str, str]) -> Table:
    line = board.line(facts)
    rows: list[list[Cell | list[Cell]]] = []
    for name, share in PERCENTILES.items():
        low, high = (_number(line[f"{name}_budget_{end}"]) for end in ("low", "high"))
        chance = estimate(*(float(line[f"{name}_{x}"]) for x in ("chance", "error")))
        rows.append(
            [
                f"{100 * share:g} %",
                _number(line[f"{name}_budget"]),
                low if low == high else f"{low} to {high}",
                chance,
                rank_text(line[f"{name}_rank_low"], line[f"{name}_rank_high"]),
                [_linked(entry, pages) for entry in board.level(line, name)],
            ]
        )
    heads = (
        "games won",
        "budget",
        "95 % interval",
        "chance to win",
        "rank",
        "level with",
    )
    games = counted(facts.games, "game")
    caption = f"Columns, by the exact posteriors of {games}; ranks by those of all runs"
    return caption, heads, rows


def _linked(entry: str, pages: Mapping[str, str]) -> Cell:
    if entry not in pages:
        return entry
    return entry, pages[entry].removeprefix(f"{FOLDER}/")


def _runs(
    facts: EntryFacts, board: Board, games: Mapping[tuple[str, str], str]
) -> Table:
    rows: list[list[Cell | list[Cell]]] = []
    for line in sorted(board.lines, key=lambda line: (line["date"], line["kind"])):
        run = line["run"]
        if (line["entry"], line["call"]) != (facts.entry, facts.call) or not run:
            continue
        took = [
            f"{holder.column} at {figure(holder.record)}"
            for holder in board.history
            if (holder.entry, holder.run) == (facts.entry, run)
        ]
        played, won = int(line["games"]), int(line["won"])
        shown = games.get((run, facts.entry))
        text = counted(played, "game")
        rows.append(
            [
                run,
                line["date"],
                line["kind"],
                (text, f"../{shown}") if shown else text,
                f"{won / played:.1%}",
                f"{float(line['luck']):+.1f}",
                ", ".join(took) or "none",
            ]
        )
    heads = ("run", "date", "kind", "games", "won", "luck", "records taken")
    return "Official runs", heads, rows


def _turns(found: Fingerprint) -> Table:
    rows: list[list[Cell | list[Cell]]] = [
        [
            str(place),
            f"{turn.games / found.rated:.0%}",
            f"{turn.price:.2f}",
            f"{turn.bits:.2f}",
            f"{turn.best:.2f}",
            f"{turn.bits / turn.price:.3f}",
        ]
        for place, turn in enumerate(found.turns, 1)
    ]
    heads = (
        "turn",
        "of the games",
        "nats",
        "bits",
        "bits of the best word",
        "bits per nat",
    )
    games = counted(found.rated, "game")
    return f"Price and information of each turn, in {games}", heads, rows


def _losses(found: Fingerprint, games: str | None) -> Table:
    rows: list[list[Cell | list[Cell]]] = []
    for own in found.losses:
        worst = "" if own.worst is None else f"game {own.worst}"
        rows.append(
            [
                f"turn {own.turn}" if own.turn != ANSWER else "final answer",
                own.kind,
                f"{100 * own.mean:.2f}",
                "" if own.error is None else f"{100 * own.error:.2f}",
                (worst, f"../{games}&game={own.worst}") if games and worst else worst,
            ]
        )
    heads = ("where", "by its", "lost", "± standard error", "the most")
    count = counted(found.rated, "game")
    caption = f"Lost against best known play, in percentage points, in {count}"
    return caption, heads, rows


def _clues(found: Fingerprint) -> Table:
    lost = sum(own.games * (1 - own.chance) for own in found.clues)
    games = sum(own.games for own in found.clues)
    rows: list[list[Cell | list[Cell]]] = [
        [
            own.clue,
            f"{own.games / games:.1%}",
            f"{own.chance:.1%}",
            f"{own.games * (1 - own.chance) / lost:.1%}" if lost else "",
        ]
        for own in found.clues[:_CLUES]
    ]
    heads = (
        "letters of the first clue",
        "of the games",
        "chance to win",
        "of the losses",
    )
    return "Losses by the letters of the first clue", heads, rows


def _number(text: str) -> str:
    return figure(float(text or "nan"), "", "∞")
