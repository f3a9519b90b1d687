"""Digests of entries, of other contest projects and of our code; texts of entries."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from operator import itemgetter
from pathlib import Path, PurePosixPath

from contest.entries.entry import Entry
from contest.entries.home import ROOT
from contest.entries.source_text import EntryError, HiddenTextError
from contest.entries.strategy_file import StrategyFile
from game.errors import InputError
from game.files import open_regular, read_bytes

IGNORED_NAMES = (".git", ".hg", ".venv", "venv", "node_modules", ".tox", "__pycache__")
"""Names of files and folders that the digest of a checkout leaves out."""

_TRUSTED = ("game", "solver", "contest", "commands")
"""Packages of the project that no entry may change."""

PACKAGES = ("numpy", "numba", "scipy", "pandas", "joblib")
"""Libraries whose versions a run records."""

DIGEST_ALONE = "SHA-256 "
"""Text before a digest with which `entry_sources` replaces the text of a file."""

# An import of one of these names never finds a file beside the strategy.
_ELSEWHERE = {*sys.stdlib_module_names, *_TRUSTED, *PACKAGES, "clueproof"}
_MOST_KEPT = 1 << 16  # largest size of a file that is kept as text, in bytes
_MOST_TEXT = 1 << 22  # largest number of characters of an entry's files kept as text
_MOST_FILES = 10_000  # largest number of files of an entry or of its checkout
_MOST_BYTES = 1 << 30  # largest size of all files of an entry or checkout, in bytes


def code_digest(root: Path = ROOT) -> str:
    """Return the digest of the code below `root` that no entry may change.

    The digest is the SHA-256 of names and contents of the files, in hexadecimal.
    """
    kinds = ("*.py", "*.csv")  # a CSV file lists the system calls of the sandbox
    files = [
        p for name in _TRUSTED for kind in kinds for p in (root / name).rglob(kind)
    ]
    files_by_name = _names_below(root, [*files, root / "evaluate.py"])
    return _combine_digests(
        {name: file_digest(path) for name, path in files_by_name.items()}
    )


def entry_digest(entry: Entry) -> str:
    """Return the digest of an entry's own files; the files are read, not run.

    A strategy in Python has its own file, the files that it imports from the same
    folder, and the files in this folder with the same stem. An entry of another contest
    project has all files of that project. A program has its executable, and the files
    that its command or its TOML file names.
    """
    return _combine_digests(
        {name: file_digest(path) for name, path in entry_files(entry).items()}
    )


def entry_sources(entry: Entry) -> dict[str, str]:
    """Return the text of each file that `entry_digest` covers, by name of the file.

    A digest replaces the text of a binary file, a link or a long file. If all texts
    together would be too long, digests also replace the texts of the last files.
    """
    # The files have a fixed order, so that every machine replaces the same texts.
    texts = {}
    letters_left = _MOST_TEXT
    for name, path in sorted(entry_files(entry).items(), key=itemgetter(1)):
        texts[name] = _read_text(path, min(_MOST_KEPT, letters_left))
        letters_left -= len(texts[name])
    return texts


def sources_digest(sources: Mapping[str, str]) -> str:
    """Compute the digest of an entry from the texts of its files, and return it.

    `sources` has the texts by file name, as `entry_sources` returns them. The result is
    the digest that `entry_digest` returned when the texts were read.
    """
    return _combine_digests({name: text_digest(text) for name, text in sources.items()})


def text_digest(text: str) -> str:
    """Return the digest of a file whose text is `text`.

    `text` may also be the digest that `entry_sources` has in place of a text.
    """
    if text.startswith(DIGEST_ALONE):
        return text.removeprefix(DIGEST_ALONE)
    return hashlib.sha256(text.encode()).hexdigest()


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal, or why the file cannot be read.

    If the path is a link, a text with the target of the link is returned. The link is
    not followed, because it could lead to any file.
    """
    try:
        if path.is_symlink():
            return f"link to {os.readlink(path)!r}"
        with open(open_regular(path), "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:  # the strategy cannot read the file either
        return str(error.strerror)


def _names_below(base: Path, files: Iterable[Path]) -> dict[str, Path]:
    """Return a dict in which a key is the name of a file, and the value is its path.

    The name of a file below `base` is the path of the file from `base`. The name of any
    other file is the whole path of the file.
    """
    names = {}
    for path in files:
        below = path.is_relative_to(base)
        names[(path.relative_to(base) if below else path).as_posix()] = path
    return names


def _combine_digests(digests: Mapping[str, str]) -> str:
    """Return one digest of several files.

    `digests` has the digest of each file by the name of the file.
    """
    # Names are sorted by parts of the path, so that every system has the same order.
    total = hashlib.sha256()
    for name in sorted(digests, key=PurePosixPath):
        total.update(f"{name} {digests[name]}\n".encode(errors="surrogateescape"))
    return total.hexdigest()


def entry_files(entry: Entry) -> dict[str, Path]:
    """Return the files of an entry, by their paths from the folder of the entry."""
    if entry.checkout is not None:
        return _names_below(entry.checkout, checkout_files(entry.checkout))
    files = entry.files or _find_sources(entry.path)
    return _names_below(entry.path.parent, _limit_files(entry.path, files))


def _read_text(path: Path, most_bytes: int) -> str:
    """Return the text of a file, or its digest.

    The digest is returned if the file has over `most_bytes` bytes, is not UTF-8 or
    cannot be read.
    """
    try:
        return read_bytes(path, most_bytes).decode()
    except (OSError, UnicodeDecodeError):
        return f"{DIGEST_ALONE}{file_digest(path)}"


def checkout_files(folder: Path) -> list[Path]:
    """Return all files and links of a project, except what `IGNORED_NAMES` names.

    Raises `InputError` when the number or the size of the files exceeds a limit.
    """
    return _limit_files(folder, _walk_checkout(folder))


def _walk_checkout(folder: Path) -> Iterator[Path]:
    # The walk skips ignored folders: a virtual environment may have many files.
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in IGNORED_NAMES]
        for name in (*folders, *names):
            path = Path(parent, name)
            if name not in IGNORED_NAMES and (path.is_symlink() or path.is_file()):
                yield path


def _limit_files(owner: Path, files: Iterable[Path]) -> list[Path]:
    """Return `files` as a list, after a check of their number and their total size.

    Raises `InputError` when there are too many files, or when the files together are
    too large. The error names `owner`, the file or folder of the entry.
    """
    paths = []
    size = 0
    for path in files:
        paths.append(path)
        with suppress(OSError):  # the file has just been deleted
            size += path.lstat().st_size
        if len(paths) > _MOST_FILES or size > _MOST_BYTES:
            raise InputError(
                f"the entry in {str(owner)!r} has over {_MOST_FILES} files or "
                f"{_MOST_BYTES >> 20} MiB",
                "fewer or smaller files",
            )
    return paths


def _find_sources(path: Path) -> set[Path]:
    """Return the files that make up a strategy in Python.

    One of the files is the strategy's own file, `path`. The other files are in the same
    folder: the files that the strategy imports, directly or through an imported file,
    and the files with the same stem as `path`.
    """
    # Imported files may import further files, which also change how the entry plays.
    sources: set[Path] = set()
    unread = [path]
    while unread:
        file = unread.pop()
        if file in sources:
            continue
        sources.add(file)
        # If a name is too long, `isfile` is False, while `Path.is_file` may raise.
        unread += filter(os.path.isfile, _find_helpers(file))

    # Files of the same stem are data that the entry may read.
    beside = (p for p in path.parent.iterdir() if p.stem == path.stem)
    return sources | {p for p in beside if p.is_symlink() or p.is_file()}


def _find_helpers(file: Path) -> Iterator[Path]:
    """Yield paths of files that `file` may import from its own folder.

    The paths need not exist.
    """
    try:
        imports = StrategyFile.read(file).imports()
    except HiddenTextError:
        raise
    except EntryError:
        return  # the file is not valid: when the strategy starts, it fails
    for package, *names in imports:
        if names and package == file.parent.name:
            yield file.with_name(f"{names[0]}.py")
        elif package not in _ELSEWHERE:
            yield file.with_name(f"{package}.py")
