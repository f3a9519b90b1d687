"""Cache of the arrays of a run's games, beside its rows.

The arrays are computed from the rows and kept in ``columns.npz``, with the digest of
the files that they come from. When the digest differs or the cache is missing, they are
computed again. The rows are authoritative.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import numpy as np

from contest.runs.folder import PACKED, RunFolder
from contest.statistics.games import ARRAYS, Games, collect, parsed
from game.files import replacing
from game.protocol import Setting

NAME = "columns.npz"

_FEW = 10_000  # games for which a cache saves no time
_FORM = 3  # version of the file's format
_UNREADABLE = (
    *(OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile),
    *(MemoryError, RecursionError),
)


def open_games(folder: RunFolder, setting: Setting) -> dict[str, Games]:
    """Return the games of each entry of a run, from the cache if it is valid.

    Only for runs of this machine: what the cache holds is not verified.
    """
    digest = _digest(folder.path, setting)
    kept = _read(folder.path / NAME, digest, setting)
    if kept is not None:
        return kept
    found = collect(parsed(folder.rows()), setting)
    if sum(map(len, found.values())) > _FEW:
        with suppress(OSError):  # a read-only folder
            _write(folder.path / NAME, digest, found)
    return found


def _digest(run: Path, setting: Setting) -> str:
    """Return the digest of the inputs of the arrays."""
    words = setting.vocabulary.digest
    total = hashlib.sha256(f"{words} {setting.mode} {setting.boards}".encode())
    for name in ("games.csv", PACKED, "times.csv"):
        with suppress(OSError), (run / name).open("rb") as file:
            total.update(hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()


def _write(path: Path, digest: str, found: Mapping[str, Games]) -> None:
    facts = {"form": _FORM, "digest": digest, "entries": list(found)}
    arrays = {
        f"{name}{place}": getattr(own, name)
        for place, own in enumerate(found.values())
        for name in ARRAYS
    }
    with replacing(path) as file:
        np.savez(file, facts=np.array(json.dumps(facts)), **arrays)


def _read(path: Path, digest: str, setting: Setting) -> dict[str, Games] | None:
    """Return the cached arrays, None when there are none or of other rows."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            if any(item.compress_type for item in kept.zip.infolist()):
                return None  # not written here: it may expand to any size
            facts = json.loads(str(kept["facts"]))
            if (facts["form"], facts["digest"]) != (_FORM, digest):
                return None
            return {
                entry: Games(setting, **{k: kept[f"{k}{place}"] for k in ARRAYS})
                for place, entry in enumerate(facts["entries"])
            }
    except _UNREADABLE:
        return None
