"""Columnar copy of a run: arrays with a few dozen bytes per game.

The arrays are computed from the rows and cached beside them in ``columns.npz``, with
the digest of the files that they come from. When the digest differs or the cache is
missing, they are computed again. The rows are authoritative.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from array import array
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from contest.runs.folder import RunFolder
from contest.statistics.posteriors import Chances, WinCurve
from game.protocol import Mode, Outcome
from game.record import Game
from game.words import Vocabulary

NAME = "columns.npz"

_OUTCOMES = list(Outcome)
_FEW = 10_000  # games for which a cache saves no time
_FORM = 2  # version of the file's format
_UNREADABLE = (
    *(OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile),
    *(MemoryError, RecursionError),
)


@dataclass(frozen=True, eq=False, slots=True)
class Columns:
    """One entry's games, in order.

    Parameters
    ----------
    mode : Mode
        The game.
    whole : bool
        Whether every answer was played once, so that there is no sampling error.
    scores, budgets : ndarray of shape (n_games,), float64
        As in the rows: scores are ``inf`` for a lost game, budgets are in nats.
    chances : ndarray of shape (n_games,), float64
        The exact chance that the final answer was right; NaN at classic Wordle.
    outcomes : ndarray of shape (n_games,), uint8
        Indices in ``list(Outcome)``.
    seconds : ndarray of shape (n_games,), float32
        Wall time; NaN where it is not known.
    """

    mode: Mode
    whole: bool
    scores: NDArray[np.float64]
    budgets: NDArray[np.float64]
    chances: NDArray[np.float64]
    outcomes: NDArray[np.uint8]
    seconds: NDArray[np.float32]

    def count(self, outcome: Outcome) -> int:
        """Return the number of games with this outcome."""
        return int((self.outcomes == _OUTCOMES.index(outcome)).sum())

    def curve(self) -> WinCurve:
        """Return F(B), the chance to win within a budget."""
        return WinCurve(self.budgets, self.chances)

    def mean_seconds(self) -> float:
        """Return the mean wall time of the games whose time is known."""
        known = self.seconds[~np.isnan(self.seconds)]
        return float(known.mean(dtype=float)) if len(known) else float("nan")


_ARRAYS = tuple(f.name for f in fields(Columns))[2:]
_CODES = dict(zip(_ARRAYS, "dddBf", strict=True))


def columns(
    rows: Iterable[Mapping[str, str]], vocabulary: Vocabulary
) -> dict[str, Columns]:
    """Return each entry's games as arrays.

    Parameters
    ----------
    rows : iterable of mapping
        As in ``games.csv``; they are not kept in memory.
    vocabulary : Vocabulary
        The words they were played with.

    Raises
    ------
    RecordError
        When a row cannot be read or is not of these words.

    Examples
    --------
    >>> won = Game(Mode.WORDPL, "crane", (), "crane", Outcome.WON)
    >>> found = columns([{"entry": "mine", **won.to_row()}] * 3, Vocabulary.load())
    >>> found["mine"].count(Outcome.WON)
    3
    """
    chances = Chances(vocabulary)
    found: dict[str, _Builder] = {}
    for row in rows:
        game, entry = Game.from_row(row), row["entry"]
        if entry not in found:
            found[entry] = _Builder(game.mode, vocabulary)
        chance = chances(game) if game.mode is Mode.WORDPL else float("nan")
        found[entry].add(game, chance, float(row.get("seconds", "nan")))
    return {entry: builder.build() for entry, builder in found.items()}


def open_columns(folder: RunFolder, vocabulary: Vocabulary) -> dict[str, Columns]:
    """Return a run's games as arrays, from the cache if it is valid.

    Raises
    ------
    RunError, RecordError
        As `RunFolder.rows` and `columns` do.
    """
    digest = _digest(folder.path, vocabulary)
    kept = _read(folder.path / NAME, digest)
    if kept is not None:
        return kept
    found = columns(folder.rows(), vocabulary)
    if sum(len(own.scores) for own in found.values()) > _FEW:
        with suppress(OSError):  # a read-only folder
            _write(folder.path / NAME, digest, found)
    return found


class _Builder:
    """Collects one entry's games."""

    def __init__(self, mode: Mode, vocabulary: Vocabulary) -> None:
        self.mode = mode
        self._left = set(vocabulary.answers)
        self._answers = len(self._left)
        self._arrays: dict[str, array[Any]] = {
            name: array(code) for name, code in _CODES.items()
        }

    def add(self, game: Game, chance: float, seconds: float) -> None:
        """Take the next game."""
        self._left.discard(game.answer)
        outcome = _OUTCOMES.index(game.outcome)
        values = (game.score, game.budget, chance, outcome, seconds)
        for name, value in zip(_ARRAYS, values, strict=True):
            self._arrays[name].append(value)

    def build(self) -> Columns:
        """Return the games taken so far."""
        found: dict[str, Any] = {k: np.array(v) for k, v in self._arrays.items()}
        # All answers occurred, in as many games: each of them once.
        whole = not self._left and len(found["scores"]) == self._answers
        return Columns(self.mode, self.mode is Mode.CLASSIC and whole, **found)


def _digest(run: Path, vocabulary: Vocabulary) -> str:
    """Return the digest of the inputs of the arrays."""
    total = hashlib.sha256(vocabulary.digest.encode())
    for name in ("games.csv", "times.csv"):
        with suppress(OSError), (run / name).open("rb") as file:
            total.update(hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()


def _write(path: Path, digest: str, found: Mapping[str, Columns]) -> None:
    facts = {
        "form": _FORM,
        "digest": digest,
        "entries": [[name, str(own.mode), own.whole] for name, own in found.items()],
    }
    arrays = {
        f"{name}{place}": getattr(own, name)
        for place, own in enumerate(found.values())
        for name in _ARRAYS
    }
    part = path.with_suffix(".part.npz")
    np.savez(part, facts=np.array(json.dumps(facts)), **arrays)
    os.replace(part, path)


def _read(path: Path, digest: str) -> dict[str, Columns] | None:
    """Return the cached arrays, None when there are none or of other rows."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            if any(item.compress_type for item in kept.zip.infolist()):
                return None  # not written here: it may expand to any size
            facts = json.loads(str(kept["facts"]))
            if (facts["form"], facts["digest"]) != (_FORM, digest):
                return None
            return {
                entry: Columns(
                    Mode(mode), whole, *(kept[f"{name}{place}"] for name in _ARRAYS)
                )
                for place, (entry, mode, whole) in enumerate(facts["entries"])
            }
    except _UNREADABLE:
        return None
