"""Figures of all official runs, from a cache where no file of a run has changed.

The cache is used if nobody else may write to it and the project's code is the same. The
rows of the runs decide: figures of other rows have another key, and are computed again.
"""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path

import msgspec

from contest.entries.digests import code_digest, digest_of
from contest.entries.home import STRATEGIES
from contest.leaderboard.figures import RunFigures, run_figures
from contest.leaderboard.folders import over_folders, run_folders
from contest.leaderboard.verification import VERIFIED
from contest.runs.facts import SEAL
from contest.runs.rows import PACKED
from game.clues import Rule
from game.files import open_regular, read_bytes, replace_file
from game.words import Vocabulary
from solver.matrix.cache import cache_folder
from solver.matrix.clue_matrix import clue_matrix

_CHECKSUM = 32  # bytes before the figures
_FILES = (SEAL, VERIFIED, "run.json", "games.csv", PACKED)


def figures_cache(results: Path) -> Path:
    """Return the file of the user's cache folder that is for some results."""
    digest = hashlib.sha256(os.fsencode(results.resolve())).hexdigest()[:12]
    return cache_folder() / f"figures-{digest}.msgpack"


def all_figures(
    results: Path, vocabulary: Vocabulary, cache: Path | None = None
) -> dict[str, list[RunFigures]]:
    """Return the figures of all official runs, each verified, by kind.

    The kinds are ``measured`` and ``submission``; `cache` is read, and written when
    anything has changed. Raises `InputError` when a run is invalid, has other rules or
    words or does not follow from its seed.
    """
    folders = run_folders(results)
    runs = [(kind, path) for kind, paths in folders.items() for path in paths]
    # The calls of listed entries are read from the present strategies.
    files = (p for p in STRATEGIES.iterdir() if p.suffix in (".py", ".toml"))
    common = f"{vocabulary.digest} {digest_of(STRATEGIES, files)}"
    keys = [_key(path, common) for _, path in runs]
    cached = _read(cache) if cache else {}
    missing = {key: path for key, (_, path) in zip(keys, runs, strict=True)}
    missing = {key: path for key, path in missing.items() if key not in cached}
    figures = {key: cached[key] for key in keys if key in cached}
    if missing:
        clue_matrix(vocabulary, Rule.LETTERWISE)  # once, not in every process
        computed = over_folders(run_figures, [*missing.values()], vocabulary)
        figures |= zip(missing, computed, strict=True)
    if cache and figures.keys() != cached.keys():
        _write(cache, figures)
    by_kind: dict[str, list[RunFigures]] = {kind: [] for kind in folders}
    for key, (kind, _) in zip(keys, runs, strict=True):
        by_kind[kind].append(figures[key])
    return by_kind


def _key(run: Path, common: str) -> str:
    """Return the digest of the inputs of the figures of a run."""
    inputs = [str(run), common, *(_digest(run / name) for name in _FILES)]
    return hashlib.sha256("\n".join(inputs).encode()).hexdigest()


def _digest(file: Path) -> str:
    """Return the digest of a file."""
    try:
        with open(open_regular(file), "rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        return str(error.strerror)


def _read(cache: Path) -> dict[str, RunFigures]:
    """Return the figures in a cache by key, none if it must not be used."""
    try:
        if not _private(cache):
            return {}
        whole = read_bytes(cache, links=False)
        if hashlib.sha256(whole[_CHECKSUM:]).digest() != whole[:_CHECKSUM]:
            return {}
        code, figures = msgspec.msgpack.decode(
            whole[_CHECKSUM:], type=tuple[str, dict[str, RunFigures]]
        )
    except (OSError, ValueError, RecursionError):
        return {}
    return figures if code == code_digest() else {}


def _private(path: Path) -> bool:
    """Return whether this user alone may write to a file."""
    file = open_regular(path, links=False)
    try:
        facts = os.fstat(file)
    finally:
        os.close(file)
    shared = facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return facts.st_uid == os.getuid() and not shared


def _write(cache: Path, figures: dict[str, RunFigures]) -> None:
    # A full disk, or a name of a folder that is not UTF-8, leaves no cache.
    with suppress(OSError, UnicodeEncodeError), replace_file(cache) as file:
        data = msgspec.msgpack.encode((code_digest(), figures))
        file.write(hashlib.sha256(data).digest() + data)
