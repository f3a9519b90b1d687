"""Submissions: folders of official runs that can be verified and replayed.

The file ``record.json`` in the folder has the digests of ``run.json`` and of the rows,
and the texts of the entries' files. The seed and the moves determine every clue and
every score.
"""

from __future__ import annotations

import ast
import hashlib
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from contest.entries.digests import entry_digest, file_digest
from contest.entries.entry import Entry
from contest.leaderboard.names import file_stem, listed_names
from contest.runs.beacons import Beacon
from contest.runs.facts import SEAL, RunFacts, convert_json, read_json
from contest.runs.folder import RunFolder, check_links
from contest.runs.official import SEAL_FORMAT, SEAL_TIME, Seal
from contest.runs.rows import open_rows, rows_path
from contest.runs.workers.runner import Row
from game.errors import InputError
from game.protocol import RULES_VERSION
from game.record import Game
from game.text.formats import format_count, is_formula, is_visible
from game.words import Vocabulary

# Largest size of the file of rows, in bytes. All rows are in memory at the same time.
_MOST_BYTES = 128 << 20
_MOST_ENTRIES = 1000  # largest number of entries of a run


class SubmissionError(InputError):
    """A submission that is damaged or is not of this contest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A submission that was read and validated.

    `facts` are as in ``run.json``, and `rows` are as in ``games.csv``. `games` has the
    game of each row. `sealed` is the time when the run was sealed, in UTC. `sources`
    has the texts of the entries' files; the keys are the names of the files.
    """

    path: Path
    facts: RunFacts
    rows: tuple[Row, ...]
    games: tuple[Game, ...]
    sealed: str
    sources: dict[str, str]

    @property
    def names(self) -> dict[str, str]:
        """For each name of an entry in the run, its name on the leaderboard."""
        facts = self.facts
        calls = {text: facts.calls.get(text, "") for text in facts.entries}
        return listed_names(calls, facts.setting.mode)


def submission_name(entry: Entry) -> str:
    """Return the name of an entry's submission.

    The name is determined by the entry, its files and the version of the rules. So an
    interrupted run is found again under the same name.
    """
    return _name(entry.path.stem, entry.expression, entry_digest(entry))


def submission_seed(entry: Entry, beacon: Beacon) -> str:
    """Return the seed that `beacon` gives to the submission of an entry."""
    digest = entry_digest(entry)
    return beacon.seed(_identity(entry.path.stem, entry.expression, digest))


def recorded_name(submission: Submission) -> str:
    """Return the `submission_name` of a submission's only entry.

    The name is computed from the submission alone, and does not depend on the spelling
    of the entry. Raises `InputError` unless the submission has exactly one entry.
    """
    digests = submission.facts.digests
    if len(digests) != 1:
        raise SubmissionError(
            f"{str(submission.path)!r} has {len(digests)} entries", "one entry"
        )
    return _name(*_recorded_parts(submission))


def _check_seed(submission: Submission) -> None:
    """Raise `SubmissionError` if the seed does not follow from the run's beacon."""
    beacon = submission.facts.beacon
    if beacon is None:
        return
    recorded_name(submission)  # raises an error unless the run has one entry
    with SubmissionError.at(f"{str(submission.path)!r}: "):
        beacon.check_randomness()
    seed = beacon.seed(_identity(*_recorded_parts(submission)))
    if submission.facts.seed != seed:
        raise SubmissionError(
            f"{str(submission.path)!r} has seed {submission.facts.seed[:12]!r}",
            f"{seed[:12]!r}, which follows from the beacon of the run",
        )


def _recorded_parts(submission: Submission) -> tuple[str, str, str]:
    """Return three texts about the only entry of a submission.

    The texts are the name of the entry's file without the suffix, the call of the
    strategy's constructor, and the digest of the entry.
    """
    ((text, digest),) = submission.facts.digests.items()
    stem = file_stem(text, submission.sources)
    return stem, submission.facts.calls.get(text, "Unknown()"), digest


def _name(stem: str, expression: str, digest: str) -> str:
    identity = _identity(stem, expression, digest)
    return f"{stem}-{hashlib.sha256(identity.encode()).hexdigest()[:8]}"


def _identity(stem: str, expression: str, digest: str) -> str:
    """Return a text that identifies an entry by its file, call and digest.

    The text also has the version of the rules. `stem` is the name of the file without
    the suffix, and `expression` is the call of the strategy's constructor.
    """
    with warnings.catch_warnings(action="ignore"):  # a warning would print the text
        call = ast.unparse(ast.parse(expression.strip()))
    return f"{RULES_VERSION} {stem} {call} {digest}"


def read(path: Path, vocabulary: Vocabulary) -> Submission:
    """Read and validate a submission.

    `path` is the folder of the submission. Raises `InputError` if the submission is
    truncated or edited, or does not match its digests; if it lacks a file, a fact or a
    field; if it has another version of the format, other rules, or other words than
    `vocabulary`; if it was not an official run; or if it contains a link.
    """
    # Facts are read before rows, so that most faults are found in a small file.
    check_links(path)
    seal = read_seal(path)
    facts = _read_facts(path, seal)
    _check_words(path / "run.json", facts, vocabulary)
    played = list(_rows(path, facts))
    _check_rows(path, seal)
    rows = tuple(row for row, _ in played)
    games = tuple(game for _, game in played)
    submission = Submission(
        path=path,
        facts=facts,
        rows=rows,
        games=games,
        sealed=seal.sealed,
        sources=seal.sources,
    )
    _check_seed(submission)
    return submission


def read_seal(path: Path) -> Seal:
    """Return the contents of ``record.json``; raise `InputError` as `read` does."""
    file = path / SEAL
    try:
        seal = convert_json(read_json(file), Seal, file)
    except OSError as error:
        raise SubmissionError(
            f"no submission in {str(file.parent)!r} ({error.strerror}: {file.name})",
            "the folder of a finished run made with --official",
        ) from None
    if seal.format != SEAL_FORMAT:
        raise SubmissionError(
            f"{str(file)!r} has version {seal.format} of the format", f"{SEAL_FORMAT}"
        )
    try:
        time.strptime(seal.sealed, SEAL_TIME)
        is_past = seal.sealed <= time.strftime(SEAL_TIME, time.gmtime())
    except ValueError:
        is_past = False
    if not is_past:
        raise SubmissionError(
            f"{str(file)!r}: sealed {seal.sealed!r:.40}", "a time in the past"
        )
    return seal


def _check_rows(path: Path, seal: Seal) -> None:
    """Raise `SubmissionError` unless the rows have the digest in ``record.json``."""
    file = rows_path(path)
    with open_rows(file) as rows:
        digest = hashlib.file_digest(rows, "sha256").hexdigest()
    _compare(file, digest, seal.files.get("games.csv"))


def _compare(file: Path, digest: str, expected: str | None) -> None:
    if digest != expected:
        raise SubmissionError(
            f"{str(file)!r} has digest {digest[:12]}",
            f"{str(expected)[:12]}, the digest in {SEAL}",
        )


def _read_facts(path: Path, seal: Seal) -> RunFacts:
    file = path / "run.json"
    facts = RunFolder(path).open().facts
    _compare(file, file_digest(file), seal.files.get(file.name))

    # A run counts only if it was official, is over, and fully isolated its entries.
    for name, recorded, value in (
        ("official", facts.official, True),
        ("complete", facts.complete, True),
        ("isolation", facts.status.isolation, "full"),
    ):
        if recorded != value:
            raise SubmissionError(
                f"{str(file)!r}: {name} {recorded!r}",
                f"{value!r}, as in an official run that is over",
            )

    # The names of entries identify the entries, so no two names may be equal.
    texts = facts.entries
    if len({*texts}) < len(texts) or not 0 < len(texts) <= _MOST_ENTRIES:
        raise SubmissionError(
            f"{str(file)!r} has {format_count(len(texts), 'entry')}",
            f"1 to {_MOST_ENTRIES} different entries",
        )
    for text in texts:
        # Tables for terminals and spreadsheets contain the names. So a name must be
        # visible, and must not be a formula.
        if not is_visible(text) or is_formula(text):
            raise SubmissionError(
                f"{str(file)!r}: entry {text!r}",
                "a name of visible characters that is no formula",
            )
    return facts


def _check_words(file: Path, facts: RunFacts, vocabulary: Vocabulary) -> None:
    """Raise `SubmissionError` if a run has other words than `vocabulary`.

    The error is also raised if a run that plays every answer once has more games than
    there are answers.
    """
    digest = facts.setting.vocabulary.digest
    if digest != vocabulary.digest:
        raise SubmissionError(
            f"{str(file)!r} has words with the digest {digest[:12]}",
            f"the digest {vocabulary.digest[:12]} of {vocabulary!r}",
        )
    if facts.whole_dictionary and facts.games > len(vocabulary.answers):
        raise SubmissionError(
            f"{str(file)!r}: {facts.games} games", "at most one game for each answer"
        )


def _rows(path: Path, facts: RunFacts) -> Iterator[tuple[Row, Game]]:
    """Yield the rows of ``games.csv``, each with the game that it describes.

    Raises `SubmissionError` if a row is invalid, missing or in the wrong place.
    """
    file = rows_path(path)
    if file.exists() and file.stat().st_size > _MOST_BYTES:
        raise SubmissionError(
            f"{str(file)!r} has {file.stat().st_size:,} bytes",
            f"{_MOST_BYTES >> 20} MiB at most",
        )

    # Rows must be in the order of entries and games, without gaps, because a missing
    # game could be a lost game.
    rows = list(RunFolder(path).rows())
    played = [text for text in facts.entries if text not in facts.status.failures]
    wanted_games = ((text, str(k)) for text in played for k in range(facts.games))
    for line, (row, wanted) in enumerate(zip(rows, wanted_games, strict=False), 2):
        if (row["entry"], row["game"]) != wanted:
            raise SubmissionError(
                f"{str(file)!r}, line {line}: game {row['game']!r} of {row['entry']!r}",
                f"game {wanted[1]!r} of {wanted[0]!r}",
            )
        with SubmissionError.at(f"{str(file)!r}, line {line}: "):
            game = Game.from_row(row)
        yield row, game
    if len(rows) != (expected := len(played) * facts.games):
        raise SubmissionError(
            f"{str(file)!r} holds {format_count(len(rows), 'game')}",
            format_count(expected, "game"),
        )
