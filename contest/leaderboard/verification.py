"""Verification of submissions: checks of files, a replay of moves, a repetition.

A *replay* computes clues and scores again from the seed and the recorded moves. A
*repetition* lets the entry play the games again.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from contest.entries.digests import (
    entry_digest,
    entry_sources,
    file_digest,
    sources_digest,
)
from contest.entries.entry import resolve_recorded
from contest.entries.names import check_recorded, names_program
from contest.entries.programs import modes_of
from contest.entries.source_text import EntryError
from contest.leaderboard.names import file_stem
from contest.leaderboard.seeds import objection_to_seed
from contest.leaderboard.submission import Submission, SubmissionError
from contest.runs.facts import SEAL
from contest.runs.folder import RunFolder
from contest.runs.plan import find_recorded_entries
from contest.runs.rows import FIELDS
from contest.runs.workers.runner import Row
from contest.sandbox.reasons import fault_of
from contest.sandbox.untrusted_text import sanitize
from game.files import read_bytes
from game.protocol import Outcome
from game.replays import replay

VERIFIED = "verified.json"
"""Name of the file in which a submission's repetition is recorded."""

SAMPLE = 1001
"""Default number of games to repeat.

A submission can hold a lead or a record only if this number of its games (or all its
games, if it has fewer) were repeated.
"""


@dataclass(frozen=True, slots=True)
class RowDifference:
    """The first row of a replay or repetition that differs from the recorded row.

    `field` is the name of the first field that differs. `recorded` and `repeated` are
    the contents of this field in the recorded row and in the new row.
    """

    entry: str
    game: str
    field: str
    recorded: str
    repeated: str

    @property
    def forfeited(self) -> bool:
        """Whether the recorded game has a final answer, but the new game has none."""
        return self.field == "final" and not self.repeated

    def __str__(self) -> str:
        return (
            f"game {self.game} of {self.entry}: {self.field} was recorded as "
            f"{self.recorded!r}, but is {self.repeated!r} when the game is played again"
        )


class Repetition:
    """Compares recorded rows with the rows of entries that play a submission again.

    Call the object with each new row. The call returns whether to stop the entry: it
    returns true after a row that differs, and after the last game to repeat.
    `difference` is the first difference, or None. `sample` has the numbers of the games
    to repeat, in order; if it is empty, all games are repeated. If a game ends with an
    exception, only the type and the line of the exception are compared, because its
    message may differ between two processes.
    """

    def __init__(self, submission: Submission, sample: Sequence[int] = ()) -> None:
        self.difference: RowDifference | None = None
        self._rows = {(row["entry"], row["game"]): row for row in submission.rows}
        self._last = {row["entry"]: row["game"] for row in submission.rows}
        if sample:
            self._last = dict.fromkeys(self._last, str(sample[-1]))

    def __call__(self, row: Row) -> bool:
        """Compare the next row, and return whether to stop the entry."""
        entry = row["entry"]
        game = row["game"]
        recorded = self._rows[entry, game]
        for name in FIELDS:
            before = recorded[name]
            now = row[name]
            if name == "reason" and row["outcome"] == recorded["outcome"]:
                before = _compared(recorded)
                now = _compared(row)
            if self.difference is None and before != now:
                self.difference = RowDifference(
                    entry=entry, game=game, field=name, recorded=before, repeated=now
                )
        return self.difference is not None or game == self._last[entry]


def _compared(row: Mapping[str, str]) -> str:
    """Return the type and line of the exception that ended a game.

    Return an empty string if the game did not crash.
    """
    return fault_of(row["reason"]) if row["outcome"] == Outcome.CRASHED else ""


def replay_difference(submission: Submission) -> RowDifference | None:
    """Return the first row that the recorded moves and the seed do not reproduce.

    Secrets, clues, outcomes and scores are computed again from the moves and the seed.
    If all of them are as recorded, None is returned.
    """
    facts = submission.facts
    repetition = Repetition(submission)
    numbers = [int(row["game"]) for row in submission.rows]
    games = replay(
        submission.games,
        numbers,
        facts.seed,
        facts.setting,
        whole_dictionary=facts.whole_dictionary,
    )
    for row, game in zip(submission.rows, games, strict=True):
        repetition({"entry": row["entry"], "game": row["game"], **game.to_row()})
        if repetition.difference:
            break
    return repetition.difference


class Verified(msgspec.Struct, frozen=True):
    """Contents of ``verified.json``: the result of the repetition of a submission.

    `record` is the SHA-256 of the submission's ``record.json``, which has the digests
    of its files. `code` is the digest of the code that played. `date` is in UTC.
    `games` has the numbers of the games that were repeated; they were drawn at random
    after the submission. `difference` is a text about the first row that differed. It
    is empty if no row differed.
    """

    record: str
    date: str
    code: str
    games: list[int]
    difference: str

    def write(self, path: Path) -> None:
        """Write ``verified.json`` to the folder of a submission."""
        text = msgspec.json.encode(self).decode()
        RunFolder(path).write(VERIFIED, text + "\n")


def draw_sample(games: int) -> tuple[int, ...]:
    """Return the numbers of `SAMPLE` random games of a run, in order.

    `games` is the number of games of the run. If the run has no more than `SAMPLE`
    games, the numbers of all games are returned.
    """
    numbers = secrets.SystemRandom().sample(range(games), min(SAMPLE, games))
    return tuple(sorted(numbers))


def objection_to_record(submission: Submission) -> str:
    """Return why a submission can hold no lead and no record, whatever its rows say.

    Return an empty string if the submission can hold leads and records.
    """
    facts = submission.facts
    if not facts.numbers:
        return (
            "has a run without a number in any ranking: expected a run of evaluate.py "
            "submit"
        )
    if facts.whole_dictionary:
        return "was played once with every answer: expected secrets drawn at random"
    return (
        _objection_to_entry(submission)
        or objection_to_seed(submission)
        or _objection_to_repetition(submission)
    )


def _objection_to_entry(submission: Submission) -> str:
    """Return why the recorded entry is invalid or cannot be played.

    If nothing is wrong with the entry, an empty string is returned.
    """
    facts = submission.facts
    sources = submission.sources
    ((text, digest),) = facts.digests.items()
    stem = file_stem(text, sources)
    is_there = f"{stem}.py" in sources or f"{stem}.toml" in sources
    if sources_digest(sources) != digest or not is_there:
        digest = digest[:12]
        return f"has source files that do not match the entry's digest, {digest!r}"
    try:
        check_recorded(text)
        if names_program(text):
            # This check also works on a machine on which the program is not built.
            modes_of(text)
        else:
            call = facts.calls.get(text, "")
            resolve_recorded(text, call, facts.setting.mode)
    except EntryError as error:
        return f"cannot be played: {error}"
    return ""


def _objection_to_repetition(submission: Submission) -> str:
    """Return why no repetition confirms a submission, or an empty string.

    The command `verify` repeats a submission and writes ``verified.json``.
    """
    file = submission.path / VERIFIED
    games = len(submission.rows)
    try:
        verified = msgspec.json.decode(read_bytes(file), type=Verified)
    except FileNotFoundError:
        verified = None
    except (OSError, ValueError, RecursionError):
        return f"has a run with a {VERIFIED} that cannot be read"
    if verified is None or verified.record != file_digest(submission.path / SEAL):
        return "has a run that was not repeated by evaluate.py verify"
    if verified.difference:
        return f"has a run that was not reproduced: {sanitize(verified.difference)}"
    if len({*verified.games} & {*range(games)}) < min(SAMPLE, games):
        least = min(SAMPLE, games)
        return (
            f"has a run that was repeated in fewer than {least:,} games by evaluate.py "
            "verify"
        )
    return ""


def check_replay(submission: Submission) -> None:
    """Raise `SubmissionError` if clues, outcomes or scores do not follow from the seed.

    The error names the first row with a fault.
    """
    if difference := replay_difference(submission):
        raise SubmissionError(f"{str(submission.path)!r}: {difference}")


def changed_entries(submission: Submission, checkout: Path | None = None) -> list[str]:
    """Return a line of text for each entry that now has another digest than in the run.

    The line names the first file that has changed. Only a repetition shows whether a
    changed entry still plays the same moves. `checkout` is the folder of another
    contest project, which the user named with ``--from``, or None.
    """
    facts = submission.facts
    changes = []
    for entry in find_recorded_entries(facts, checkout):
        text = entry.text
        digest = entry_digest(entry)
        expected = facts.digests.get(text)
        if digest != expected:
            here = entry_sources(entry)
            before = submission.sources
            names = sorted({*here, *before})
            other = [n for n in names if here.get(n) != before.get(n)]
            changes.append(
                f"entry {text!r} has digest {digest[:12]!r}, and had "
                f"{str(expected)[:12]!r} at commit {facts.commit[:12]!r}"
                + "".join(f"; {name!r} has changed" for name in other[:1])
            )
    return changes
