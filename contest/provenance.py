"""What a run was made of: digests of code, words and entries, and versions."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from contest.entries import Entry
from contest.entry_source import MOST_BYTES
from game.errors import InputError
from game.files import open_regular, read_bytes, read_text
from game.protocol import RULES_VERSION

ROOT = Path(__file__).resolve().parent.parent

IGNORED = (".git", ".hg", ".venv", "venv", "node_modules", ".tox", "__pycache__")
"""Folders of a checkout that are not part of what it plays."""

_TRUSTED = ("game", "solver", "contest", "commands")
_PACKAGES = ("numpy", "numba", "scipy", "pandas", "joblib")
# What an import finds before it finds a file beside the one that imports.
_ELSEWHERE = {*sys.stdlib_module_names, *_TRUSTED, *_PACKAGES}
_LONG = 1 << 16  # bytes of a file that is kept as text, at most
_KEPT = 1 << 22  # letters of all such files of an entry
_MOST_FILES, _MOST_BYTES = 10_000, 1 << 30  # of an entry or its checkout


class OfficialError(InputError):
    """A place or a state in which no official run can be made."""


def provenance(**facts: object) -> str:
    """Return what was run, and with what, as JSON.

    Parameters
    ----------
    **facts
        The run's own: entries, games, seed, digest of the words, isolation, ...
    """
    versions: dict[str, Any] = {"python": platform.python_version()}
    versions |= {name: metadata.version(name) for name in _PACKAGES}
    record = {"rules": RULES_VERSION, **facts, "versions": versions}
    record["machine"] = machine()
    return json.dumps(record, indent=2) + "\n"


def machine() -> dict[str, Any]:
    """Return the architecture, the processor and the vector features in use.

    They decide nothing: they are recorded so that a run which cannot be reproduced can
    be traced.

    Examples
    --------
    >>> sorted(machine())
    ['architecture', 'processor', 'vector']
    """
    found = np.show_config("dicts")["SIMD Extensions"].get("found", [])
    architecture = platform.machine()
    return {
        "architecture": architecture,
        "processor": _processor() or architecture,
        "vector": found,
    }


def _processor() -> str:
    """Return the name of the processor's model, where Linux tells it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor()


def code_digest() -> str:
    """Return the digest of all that referees a game: our code without the strategies.

    Returns
    -------
    str
        SHA-256 in hexadecimal over names and contents.
    """
    files = [path for name in _TRUSTED for path in (ROOT / name).rglob("*.py")]
    return _digest(ROOT, [*files, ROOT / "evaluate.py"])


def entry_digest(entry: Entry) -> str:
    """Return the digest of an entry's own files.

    Those are its file, the files beside it that it imports or whose names begin like
    its own, or the whole of the checkout that it comes from.
    """
    return _digest(*_files(entry))


def entry_sources(entry: Entry) -> dict[str, str]:
    """Return the text of each file that `entry_digest` covers, by its name.

    In place of what is not text, is a link or long, or comes after many others,
    stands its digest.
    """
    base, files = _files(entry)
    found, left = {}, _KEPT
    for path in sorted(files):
        text = _text(path, min(_LONG, left))
        left -= len(text)
        found[path.relative_to(base).as_posix()] = text
    return found


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal, or why it cannot be read.

    A link is not followed, for it could lead anywhere: what it says is returned.
    """
    try:
        if path.is_symlink():
            return f"link to {os.readlink(path)!r}"
        with open(open_regular(path, links=False), "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:  # its strategy cannot read it either
        return str(error.strerror)


def check_official(entries: Iterable[Entry]) -> str:
    """Return the commit from which an official run is made.

    Raises
    ------
    OfficialError
        When the project is not a clean checkout, apart from the entries and from
        results, or when a file at its top could be taken for a library.
    """
    libraries = sys.stdlib_module_names | set(_PACKAGES) | {"tqdm"}
    for path in ROOT.iterdir():
        if path.stem in libraries and (path.suffix == ".py" or path.is_dir()):
            raise OfficialError(
                f"{path.name!r} could be taken for a library: expected no such file"
            )
    ours = {str(entry.path) for entry in entries}
    for line in _git("status", "--porcelain", "--untracked-files=all").splitlines():
        path = ROOT / line[3:].split(" -> ")[-1].strip('"')
        if str(path) not in ours and not path.is_relative_to(ROOT / "results"):
            raise OfficialError(
                f"{line[3:]!r} is not as committed: expected a clean checkout, with "
                "no changes but the entry"
            )
    return _git("rev-parse", "HEAD").strip()


def _git(*arguments: str) -> str:
    try:
        return subprocess.run(
            ["git", "-C", str(ROOT), *arguments],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        raise OfficialError(
            "an official run needs a git checkout: expected one, and git"
        ) from None


def _digest(base: Path, files: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in sorted(files):
        name = path.relative_to(base).as_posix()
        line = f"{name} {file_digest(path)}\n"
        total.update(line.encode(errors="surrogateescape"))
    return total.hexdigest()


def _files(entry: Entry) -> tuple[Path, Iterable[Path]]:
    """Return the folder that an entry is from, and its own files there."""
    if entry.checkout is not None:
        return entry.checkout, checkout_files(entry.checkout)
    return entry.path.parent, _within_limits(entry.path, _sources(entry.path))


def _text(path: Path, most: int) -> str:
    try:
        return read_text(path, most, links=False)
    except (OSError, UnicodeDecodeError):
        return f"SHA-256 {file_digest(path)}"


def checkout_files(folder: Path) -> list[Path]:
    """Return the files and links of a checkout, without what it ignores.

    Raises
    ------
    InputError
        When they are more, or larger, than a contest project is.
    """
    return _within_limits(folder, _walk(folder))


def _walk(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in IGNORED]
        for name in (*folders, *names):
            path = Path(place, name)
            if name not in IGNORED and (path.is_symlink() or path.is_file()):
                yield path


def _within_limits(whose: Path, files: Iterable[Path]) -> list[Path]:
    found, size = [], 0
    for path in files:
        found.append(path)
        with suppress(OSError):  # it has just gone
            size += path.lstat().st_size
        if len(found) > _MOST_FILES or size > _MOST_BYTES:
            raise InputError(
                f"{str(whose)!r} has over {_MOST_FILES} files or {_MOST_BYTES >> 20} "
                "MiB: expected the files of an entry"
            )
    return found


def _sources(path: Path) -> set[Path]:
    """Return a file, its imports from the same folder, and its namesakes' data."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found.add(file)
        helpers = [file.with_name(f"{name}.py") for name in _imports(file)]
        waiting += filter(os.path.isfile, helpers)  # which no name is too long for
    beside = (p for p in path.parent.iterdir() if p.stem == path.stem)
    return found | {p for p in beside if p.is_symlink() or p.is_file()}


def _imports(file: Path) -> Iterator[str]:
    """Yield the modules beside a file that it may import."""
    try:
        tree = ast.parse(read_bytes(file, MOST_BYTES, links=False))
    except (SyntaxError, ValueError, RecursionError, MemoryError, OSError):
        return  # its strategy will say so when it starts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            dotted = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = [node.module] if node.module else []
            dotted = [".".join([*start, alias.name]) for alias in node.names]
        else:
            continue
        for first, *rest in (name.split(".") for name in dotted):
            if rest and first == file.parent.name:
                yield rest[0]
            elif first not in _ELSEWHERE:
                yield first
