"""Verification of submissions: replay of the moves, repetition by the entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from contest.entries.digests import entry_digest, entry_sources
from contest.entries.entry import resolve
from contest.leaderboard.submission import Record, SubmissionError
from contest.runs.folder import COLUMNS
from contest.runs.runner import Row
from game.draws import Draws
from game.hosts import deal
from game.loop import replay
from game.record import Game


@dataclass(frozen=True, slots=True)
class Difference:
    """The first row that differs from the recorded one.

    Parameters
    ----------
    entry, game : str
        Which row.
    column : str
        The first that differs.
    recorded, found : str
        The recorded value and the reproduced one.
    """

    entry: str
    game: str
    column: str
    recorded: str
    found: str

    def __str__(self) -> str:
        return (
            f"game {self.game} of {self.entry}: {self.column} {self.recorded!r} in the "
            f"record, {self.found!r} when played again"
        )


class Repetition:
    """Comparison of reproduced rows with those of a submission.

    Calling it with a row returns whether to stop: at a row that differs, or at the last
    row of its entry.

    Parameters
    ----------
    record : Record
        The expected rows.

    Attributes
    ----------
    difference : Difference or None
        The first.
    """

    def __init__(self, record: Record) -> None:
        self.difference: Difference | None = None
        self._rows = {(row["entry"], row["game"]): row for row in record.rows}
        self._last = {row["entry"]: row["game"] for row in record.rows}

    def __call__(self, row: Row) -> bool:
        """Compare the next row; return whether to stop."""
        entry, game = row["entry"], row["game"]
        recorded = self._rows[entry, game]
        for name in COLUMNS:
            if self.difference is None and row[name] != recorded[name]:
                values = recorded[name], row[name]
                self.difference = Difference(entry, game, name, *values)
        return self.difference is not None or game == self._last[entry]


def replayed(record: Record) -> Iterator[Row]:
    """Yield the rows that the recorded moves and the seed reproduce.

    Parameters
    ----------
    record : Record
        Its moves are replayed; secrets, clues, outcomes and scores are recomputed.
    """
    facts, setting = record.facts, record.setting
    for row in record.rows:
        number = int(row["game"])
        draws = Draws(facts["seed"], number)
        host = deal(setting, draws, whole=facts["whole_dictionary"])
        again = replay(Game.from_row(row), host, setting)
        yield {"entry": row["entry"], "game": row["game"], **again.to_row()}


def check_replay(record: Record) -> None:
    """Refuse a submission whose clues, outcomes or scores do not follow from its seed.

    Raises
    ------
    SubmissionError
        Naming the first such row.
    """
    repetition = Repetition(record)
    for row in replayed(record):
        repetition(row)
        if repetition.difference is not None:
            raise SubmissionError(f"{str(record.path)!r}: {repetition.difference}")


def check_entries(record: Record) -> None:
    """Refuse a submission whose entries have changed here.

    Raises
    ------
    InputError
        When an entry is missing, or naming its first file that differs.
    """
    facts = record.facts
    home = Path(facts["checkout"]) if facts["checkout"] else None
    for text in facts["entries"]:
        entry = resolve(text, record.setting.mode, home)
        digest, expected = entry_digest(entry), facts["digests"].get(text)
        if digest != expected:
            here = entry_sources(entry)
            names = sorted({*here, *record.sources})
            other = [n for n in names if here.get(n) != record.sources.get(n)]
            raise SubmissionError(
                f"entry {text!r} has digest {digest[:12]}: expected "
                f"{str(expected)[:12]}, as at commit {facts['commit'][:12]}"
                + "".join(f"; {name!r} has changed" for name in other[:1])
            )
