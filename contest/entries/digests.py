"""Digests of entries, of their checkouts and of our code; source texts of entries."""

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
"""Folders of a checkout that its digest excludes."""

_TRUSTED = ("game", "solver", "contest", "commands")
"""Packages of the project that no entry may change."""

PACKAGES = ("numpy", "numba", "scipy", "pandas", "joblib")
"""Libraries whose versions a run records."""

DIGEST_ALONE = "SHA-256 "
"""Start of a digest that stands in place of the text of a file."""

# Modules that take precedence over a file beside the importing one.
_ELSEWHERE = {*sys.stdlib_module_names, *_TRUSTED, *PACKAGES, "clueproof"}
_MOST_KEPT = 1 << 16  # bytes of a file that is kept as text, at most
_MOST_TEXT = 1 << 22  # letters of all such files of an entry
_MOST_FILES = 10_000  # of an entry or its checkout
_MOST_BYTES = 1 << 30


def code_digest(root: Path = ROOT) -> str:
    """Return the digest of the referee: the code below a folder, without strategies.

    SHA-256 in hexadecimal over names and contents.
    """
    kinds = ("*.py", "*.csv")  # the sandbox reads a table
    files = [
        p for name in _TRUSTED for kind in kinds for p in (root / name).rglob(kind)
    ]
    files_by_name = _names_below(root, [*files, root / "evaluate.py"])
    return _combine_digests(
        {name: file_digest(path) for name, path in files_by_name.items()}
    )


def entry_digest(entry: Entry) -> str:
    """Return the digest of an entry's own files, which are read, not run.

    These are its file, the files beside it that it imports or that share its stem; or
    the whole checkout that it comes from; or the files of a program, with its
    executable.
    """
    return _combine_digests(
        {name: file_digest(path) for name, path in entry_files(entry).items()}
    )


def entry_sources(entry: Entry) -> dict[str, str]:
    """Return the text of each file that `entry_digest` covers, by its name.

    A digest replaces the text of binary files, links and long files, and of all files
    beyond a total size.
    """
    # In a fixed order, so that the same files are kept as text on every machine.
    texts = {}
    letters_left = _MOST_TEXT
    for name, path in sorted(entry_files(entry).items(), key=itemgetter(1)):
        texts[name] = _read_text(path, min(_MOST_KEPT, letters_left))
        letters_left -= len(texts[name])
    return texts


def sources_digest(sources: Mapping[str, str]) -> str:
    """Return the `entry_digest` of the files whose `entry_sources` these are."""
    return _combine_digests({name: text_digest(text) for name, text in sources.items()})


def text_digest(text: str) -> str:
    """Return the digest of a file whose text, or digest in its place, this is."""
    if text.startswith(DIGEST_ALONE):
        return text.removeprefix(DIGEST_ALONE)
    return hashlib.sha256(text.encode()).hexdigest()


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal, or why it cannot be read.

    A link is not followed, as it could point anywhere: its target is returned.
    """
    try:
        if path.is_symlink():
            return f"link to {os.readlink(path)!r}"
        with open(open_regular(path), "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:  # the strategy cannot read it either
        return str(error.strerror)


def _names_below(base: Path, files: Iterable[Path]) -> dict[str, Path]:
    """Return files by their paths below a folder; those elsewhere by whole paths."""
    names = {}
    for path in files:
        below = path.is_relative_to(base)
        names[(path.relative_to(base) if below else path).as_posix()] = path
    return names


def _combine_digests(digests: Mapping[str, str]) -> str:
    """Return the digest of some files, from their digests by name."""
    # By parts of the paths, so that the order is the same on every system.
    total = hashlib.sha256()
    for name in sorted(digests, key=PurePosixPath):
        total.update(f"{name} {digests[name]}\n".encode(errors="surrogateescape"))
    return total.hexdigest()


def entry_files(entry: Entry) -> dict[str, Path]:
    """Return the files of an entry, by their names in its folder."""
    if entry.checkout is not None:
        return _names_below(entry.checkout, checkout_files(entry.checkout))
    files = entry.files or _find_sources(entry.path)
    return _names_below(entry.path.parent, _limit_files(entry.path, files))


def _read_text(path: Path, most_bytes: int) -> str:
    """Return the text of a file, or its digest in place of it."""
    try:
        return read_bytes(path, most_bytes).decode()
    except (OSError, UnicodeDecodeError):
        return f"{DIGEST_ALONE}{file_digest(path)}"


def checkout_files(folder: Path) -> list[Path]:
    """Return the files and links of a checkout, without ignored folders.

    Raises `InputError` when their number or size exceeds a limit.
    """
    return _limit_files(folder, _walk_checkout(folder))


def _walk_checkout(folder: Path) -> Iterator[Path]:
    # Ignored folders are not entered: an environment may have many files.
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in IGNORED_NAMES]
        for name in (*folders, *names):
            path = Path(parent, name)
            if name not in IGNORED_NAMES and (path.is_symlink() or path.is_file()):
                yield path


def _limit_files(owner: Path, files: Iterable[Path]) -> list[Path]:
    """Return files; raise `InputError` when they are more than an entry may have."""
    paths = []
    size = 0
    for path in files:
        paths.append(path)
        with suppress(OSError):  # it has just gone
            size += path.lstat().st_size
        if len(paths) > _MOST_FILES or size > _MOST_BYTES:
            raise InputError(
                f"{str(owner)!r} has over {_MOST_FILES} files or {_MOST_BYTES >> 20} "
                "MiB",
                "the files of an entry",
            )
    return paths


def _find_sources(path: Path) -> set[Path]:
    """Return a file, its imports from the same folder, and the files of its stem."""
    # Imports of imports, too, as each could change how the entry plays.
    sources: set[Path] = set()
    unread = [path]
    while unread:
        file = unread.pop()
        if file in sources:
            continue
        sources.add(file)
        # False for a name that is too long.
        unread += filter(os.path.isfile, _find_helpers(file))

    # Files of the same stem are data that the entry may read.
    beside = (p for p in path.parent.iterdir() if p.stem == path.stem)
    return sources | {p for p in beside if p.is_symlink() or p.is_file()}


def _find_helpers(file: Path) -> Iterator[Path]:
    """Yield the files beside a file that it may import."""
    try:
        imports = StrategyFile.read(file).imports()
    except HiddenTextError:
        raise
    except EntryError:
        return  # the start of the strategy fails with this error
    for package, *names in imports:
        if names and package == file.parent.name:
            yield file.with_name(f"{names[0]}.py")
        elif package not in _ELSEWHERE:
            yield file.with_name(f"{package}.py")
