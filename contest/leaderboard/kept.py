"""Cache of the figures of official runs: each run's folder has a file of its figures.

`RunFigures` are computed from the files of the run, the words, the code, the tables in
``data/``, and the strategies. The figures in the file are used only if digests show
that all of these are unchanged. Otherwise the figures are computed again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import msgspec
import numpy as np

from contest.entries.digests import code_digest, file_digest
from contest.entries.home import ROOT
from contest.leaderboard.figures import RunFigures
from game.files import read_bytes, replace_file
from game.words import Vocabulary

KEPT = "figures.msgpack"
"""Name of the file with the figures of a run, in the run's folder."""

_READ = (("data", "*.csv"), ("strategies", "*.py"), ("strategies", "*.toml"))


class _Kept(msgspec.Struct):
    """Contents of the file `KEPT` of a run: the figures as bytes, and digests.

    `check` is the SHA-256 of `figures`. `digests` has the digests of everything from
    which the figures were computed.
    """

    digests: dict[str, str]
    check: str
    figures: bytes


def source_digests(vocabulary: Vocabulary, root: Path = ROOT) -> dict[str, str]:
    """Return the digests of the words, the code, the tables and the strategies.

    The tables are in ``data/``. The keys are names, such as ``words`` or the path of a
    file. The figures of every run depend on these digests.
    """
    # Strategies decide the names of entries, and whether an entry can be played.
    files = [path for folder, kind in _READ for path in (root / folder).glob(kind)]
    digests = {f"{path.parent.name}/{path.name}": file_digest(path) for path in files}
    return digests | {"words": vocabulary.digest, "code": code_digest(root)}


def read_figures(
    path: Path, sources: dict[str, str], sharing: int
) -> RunFigures | None:
    """Return the figures that are kept in the folder `path` of a run, or None.

    None is returned if the folder has no readable figures, or if a digest shows a
    change of anything from which the figures were computed. `sources` is the result
    of `source_digests`. `sharing` is the number of submissions that share the risk of a
    wrong lead.
    """
    try:
        kept = msgspec.msgpack.decode(read_bytes(path / KEPT, links=False), type=_Kept)
        if kept.digests != _digests(path, sources, sharing):
            return None
        if kept.check != hashlib.sha256(kept.figures).hexdigest():
            return None
        return msgspec.msgpack.decode(kept.figures, type=RunFigures, dec_hook=_array)
    except (OSError, ValueError, RecursionError, msgspec.MsgspecError):
        return None


def write_figures(figures: Mapping[Path, RunFigures], sources: dict[str, str]) -> None:
    """Write the figures of each run to the run's folder, with digests.

    `figures` has the figures by folder, and `sources` is the result of
    `source_digests`.
    """
    for path, found in figures.items():
        data = msgspec.msgpack.encode(found, enc_hook=_plain)
        check = hashlib.sha256(data).hexdigest()
        kept = _Kept(_digests(path, sources, found.sharing), check, data)
        with replace_file(path / KEPT) as file:
            file.write(msgspec.msgpack.encode(kept))


def _digests(path: Path, sources: dict[str, str], sharing: int) -> dict[str, str]:
    """Return the digests of everything from which a run's figures are computed.

    `path` is the folder of the run. `read_figures` explains the other parameters.
    """
    names = sorted(file.name for file in path.iterdir() if file.name != KEPT)
    files = {name: file_digest(path / name) for name in names}
    return files | sources | {"sharing": str(sharing)}


def _plain(value: object) -> object:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    # msgspec itself encodes values of all other types that `RunFigures` may have.
    raise NotImplementedError


def _array(_: type, value: object) -> object:
    return np.array(value, dtype=np.float64)
