"""Figures of official runs: what the leaderboard takes from them once verified."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from contest.entries.digests import digest_of, file_digest
from contest.entries.recorded import current_names, recorded_author
from contest.entries.syntax import STRATEGIES
from contest.leaderboard.folders import over_folders
from contest.leaderboard.leads import certified
from contest.leaderboard.remembered import Remembered
from contest.leaderboard.submission import (
    Submission,
    SubmissionError,
    read,
    recorded_name,
)
from contest.leaderboard.turns import (
    ClueFigures,
    TurnFigures,
    by_first_clue,
    by_turn,
)
from contest.leaderboard.verification import VERIFIED, check_replay, objection_to_record
from contest.runs.folder import PACKED
from contest.runs.schema import SEAL
from contest.statistics.error_budget import errors_of
from contest.statistics.games import ARRAYS, Games, collect, of_run
from contest.statistics.posteriors import WinCurve
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.record_test import certified as record_certified
from contest.statistics.summary import Summary
from game.clues import Rule
from game.files import open_regular
from game.protocol import Mode, Setting
from game.words import Vocabulary
from solver.matrix.clue_matrix import clue_matrix

MEASURED, SUBMISSION = "measured", "submission"

FOLDERS = {MEASURED: "official", SUBMISSION: "submissions"}
"""Folders of the official runs in the results, by kind."""

_FILES = (SEAL, VERIFIED, "run.json", "games.csv", PACKED)


class EntryFigures(msgspec.Struct, frozen=True):
    """Figures of an entry of an official run.

    `text` is its name in the run; `refused` says why its figures do not count, empty
    where they do. `values` has all statistics and certified budgets, as the lines of
    the leaderboard have them; those of columns are NaN where its figures do not count.
    `clues` are by class of the first clue; `arrays` and `horizon` are as of `Games`.
    """

    text: str
    author: str
    refused: str
    values: dict[str, int | float]
    turns: list[TurnFigures]
    clues: list[ClueFigures]
    arrays: dict[str, bytes]
    horizon: int | None

    def games(self, setting: Setting) -> Games:
        """Return its games, of a setting."""
        arrays: dict[str, Any] = {
            name: np.frombuffer(self.arrays[name], kind)
            for name, kind in ARRAYS.items()
        }
        return Games(setting, **arrays, horizon=self.horizon)


class RunFigures(msgspec.Struct, frozen=True):
    """Figures of an official run whose rows follow from its seed.

    `place` is its folder: ``submissions/name``; `name` is the `recorded_name` of a
    submission; `seed` is a digest of its seed: strategies may read the file in which
    figures are kept. `sealed` is the time of writing, in UTC; `numbers` are as in
    ``run.json``; `setting` is `Setting.to_dict` of its games. `calls` are by entry's
    name in the run, empty where not known. `entries` are those that have a score.
    """

    place: str
    name: str
    seed: str
    sealed: str
    numbers: dict[str, int] | None
    setting: dict[str, Any]
    calls: dict[str, str]
    entries: list[EntryFigures]

    @property
    def folder(self) -> str:
        """Name of its folder."""
        return self.place.rpartition("/")[2]


def all_figures(
    results: Path, vocabulary: Vocabulary, known: Remembered
) -> dict[str, list[RunFigures]]:
    """Return the figures of all official runs, each verified, by kind.

    The kinds are ``measured`` and ``submission``; `known` has what was verified and
    computed before. Raises `InputError` when a run is invalid, has other rules or words
    or does not follow from its seed.
    """
    runs = [
        (kind, path)
        for kind, name in FOLDERS.items()
        for path in sorted((results / name).glob("*/"))
    ]
    for _, path in runs:
        if not re.fullmatch(r"\w[\w.-]*", path.name):
            raise SubmissionError(
                f"folder {str(path)!r}: expected a name of letters, digits, '.', '_' "
                "and '-'"
            )

    def compute(places: list[int]) -> list[RunFigures]:
        clue_matrix(vocabulary, Rule.LETTERWISE)  # once, not in every process
        return over_folders(_figures, [runs[k][1] for k in places], vocabulary)

    ours = digest_of(STRATEGIES, STRATEGIES.glob("*.py"))
    inputs = [
        ["run", kind, str(path), vocabulary.digest, ours, *map(_digest, _in(path))]
        for kind, path in runs
    ]
    found: dict[str, list[RunFigures]] = {kind: [] for kind in FOLDERS}
    values = known.values(RunFigures, inputs, compute)
    for (kind, _), figures in zip(runs, values, strict=True):
        found[kind].append(figures)
    return found


def _in(path: Path) -> list[Path]:
    return [path / name for name in _FILES]


def _digest(file: Path) -> str:
    """Return the digest of a file, as it is read: links are followed."""
    try:
        with open(open_regular(file), "rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        return str(error.strerror)


def _verified(path: Path, vocabulary: Vocabulary) -> Submission:
    record = read(path, vocabulary)
    if (mode := record.setting.mode) is not Mode.WORDPL:
        raise SubmissionError(f"{str(path)!r} is of {mode}: expected {Mode.WORDPL}")
    check_replay(record)
    return record


def _figures(path: Path, vocabulary: Vocabulary) -> RunFigures:
    record = _verified(path, vocabulary)
    facts = record.facts
    is_submission = path.parent.name == FOLDERS[SUBMISSION]
    played = list(zip(record.rows, record.games, strict=True))
    found = of_run(
        collect(played, record.setting),
        facts["games"],
        variable=facts["width"] is not None,
    )
    name = recorded_name(record) if is_submission else ""
    entries = []
    for text, games in found.items():
        summary = Summary(text, games)
        values = summary.values | _certified(games)
        if is_submission:
            values |= _record_test(games.curve, errors_of(facts["numbers"]))
        if refused := summary.objection(len(found)):
            # Its posteriors are not the chances to win.
            values |= {k: math.nan for k in values if k.startswith(tuple(PERCENTILES))}
        if is_submission:
            refused = refused or objection_to_record(record)
        author = recorded_author(text, record.sources)
        arrays = {k: getattr(games, k).astype(t).tobytes() for k, t in ARRAYS.items()}
        moves = [g for row, g in played if row["entry"] == text]
        seen = by_turn(moves), by_first_clue(moves, games.chances)
        own = (text, author, refused, values, *seen, arrays, games.horizon)
        entries.append(EntryFigures(*own))
    return RunFigures(
        place=f"{record.path.parent.name}/{record.path.name}",
        name=name,
        seed=hashlib.sha256(facts["seed"].encode()).hexdigest(),
        sealed=record.sealed,
        numbers=facts["numbers"],
        setting=record.setting.to_dict(),
        calls={text: facts["calls"].get(text, "") for text in facts["entries"]},
        entries=entries,
    )


def _certified(games: Games) -> dict[str, float]:
    """Return each column's budget that is certified at 95 %, and the chance there."""
    found = {}
    for name, share in PERCENTILES.items():
        budget = certified(games, share)
        chance, error = games.curve.at(budget)
        found[f"{name}_certified"] = budget
        found[f"{name}_certified_chance"] = chance
        found[f"{name}_certified_error"] = error
    return found


def _record_test(curve: WinCurve, errors: Mapping[str, float]) -> dict[str, float]:
    """Return each column's share of error and the budget that is certified by it."""
    found = {}
    for name, share in PERCENTILES.items():
        error = errors.get(name, 0.0)  # with which nothing is certified
        found[f"{name}_error_share"] = error
        found[f"{name}_record"] = record_certified(curve, share, error)
    return found


def names_today(
    runs: Iterable[RunFigures], known: Remembered
) -> Iterator[dict[str, str]]:
    """Yield the `current_names` of the entries of each run."""
    helpers = digest_of(STRATEGIES, STRATEGIES.glob("_*.py"))
    for run in runs:

        def names(calls: dict[str, str] = run.calls) -> dict[str, str]:
            return current_names(calls, calls, Mode.WORDPL)

        stems = [text.partition(":")[0] for text in run.calls]
        files = [STRATEGIES / f"{stem}.py" for stem in stems if stem.isidentifier()]
        inputs = ["names", run.calls, *map(file_digest, files), helpers]
        yield known.value(dict[str, str], inputs, names)
