"""Verification of submissions: replay of the moves, repetition by the entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from contest.entries.digests import entry_digest, entry_sources
from contest.entries.recorded import recorded
from contest.entries.source import same_but_entries
from contest.leaderboard.replay import following
from contest.leaderboard.submission import Submission, SubmissionError
from contest.runs.folder import COLUMNS
from contest.runs.workers.runner import Row
from game.draws import Draws
from game.hosts import deal
from game.loop import replay


@dataclass(frozen=True, slots=True)
class RowDifference:
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
    submission : Submission
        The expected rows.

    Attributes
    ----------
    difference : RowDifference or None
        The first.
    """

    def __init__(self, submission: Submission) -> None:
        self.difference: RowDifference | None = None
        self._rows = {(row["entry"], row["game"]): row for row in submission.rows}
        self._last = {row["entry"]: row["game"] for row in submission.rows}

    def __call__(self, row: Row) -> bool:
        """Compare the next row; return whether to stop."""
        entry, game = row["entry"], row["game"]
        recorded = self._rows[entry, game]
        for name in COLUMNS:
            if self.difference is None and row[name] != recorded[name]:
                values = recorded[name], row[name]
                self.difference = RowDifference(entry, game, name, *values)
        return self.difference is not None or game == self._last[entry]


def replayed(submission: Submission) -> Iterator[Row]:
    """Yield the rows that the recorded moves and the seed reproduce.

    Parameters
    ----------
    submission : Submission
        Its moves are replayed; secrets, clues, outcomes and scores are recomputed.
    """
    facts, setting = submission.facts, submission.setting
    seed, whole = facts["seed"], facts["whole_dictionary"]
    numbers = [int(row["game"]) for row in submission.rows]
    known = following(submission.games, numbers, seed, setting, whole_dictionary=whole)
    played = zip(submission.rows, submission.games, numbers, known, strict=True)
    for row, game, number, follows in played:
        again = game
        if not follows:
            host = deal(setting, Draws(seed, number), whole_dictionary=whole)
            again = replay(game, host, setting)
        yield {"entry": row["entry"], "game": row["game"], **again.to_row()}


def check_replay(submission: Submission) -> None:
    """Refuse a submission whose clues, outcomes or scores do not follow from its seed.

    Raises
    ------
    SubmissionError
        Naming the first such row.
    """
    repetition = Repetition(submission)
    for row in replayed(submission):
        repetition(row)
        if repetition.difference is not None:
            raise SubmissionError(f"{str(submission.path)!r}: {repetition.difference}")


def changed_entries(submission: Submission) -> list[str]:
    """Return what has changed here in each entry, but for its labels.

    Its rows decide whether an entry that has changed plays as it did.

    Returns
    -------
    list of str
        A line for each entry that has another digest, with its first file that differs.

    Raises
    ------
    InputError
        When an entry is missing.
    """
    facts = submission.facts
    home = Path(facts["checkout"]) if facts["checkout"] else None
    found = []
    for text in facts["entries"]:
        call = facts["calls"].get(text, "")
        entry = recorded(text, call, submission.setting.mode, home)
        here, before = entry_sources(entry), submission.sources
        # A file may name its entries otherwise: the recorded calls are played.
        same = {
            name: before[name]
            for name, source in here.items()
            if name in before and same_but_entries(source, before[name])
        }
        digest, expected = entry_digest(entry, same), facts["digests"].get(text)
        if digest != expected:
            names = sorted({*here, *before} - {*same})
            other = [n for n in names if here.get(n) != before.get(n)]
            found.append(
                f"entry {text!r} has digest {digest[:12]!r}, and had "
                f"{str(expected)[:12]!r} at commit {facts['commit'][:12]!r}"
                + "".join(f"; {name!r} has changed" for name in other[:1])
            )
    return found
