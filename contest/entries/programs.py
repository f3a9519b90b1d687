"""Programs as entries: command, files and modes, read without running them.

``program:COMMAND`` is a command line, split as a shell does it. A TOML file names the
command, the source files, how to build the program, and the modes that it plays.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from contest.entries.names import PROGRAM, toml_path
from contest.entries.source_text import EntryError, check_text, check_visible
from game.errors import InputError
from game.files import read_bytes, real_path
from game.protocol import Mode

_MOST_TOML = 1 << 14  # bytes
_LONGEST_LINE = 1000


class _Facts(msgspec.Struct, forbid_unknown_fields=True):
    """What a TOML file says of a program; unless it says so, it plays all modes."""

    command: str
    source: list[str] = []
    build: str = ""
    modes: Annotated[tuple[Mode, ...], msgspec.Meta(min_length=1)] = tuple(Mode)


class Program(NamedTuple):
    """A program that exists.

    `path` is the file that defines it: the TOML file, the script of an interpreter, or
    the executable. `command` starts with the path of the executable. `words` are the
    command as it is written; `files` are all that belongs to the program.
    """

    path: Path
    command: tuple[str, ...]
    words: tuple[str, ...]
    files: tuple[Path, ...]


def read_program(text: str, mode: Mode) -> Program:
    """Return the program of a command or a TOML file; raise `EntryError` if none."""
    with EntryError.at(f"entry {text!r}: ", ValueError):
        try:
            if text.startswith(PROGRAM):
                facts = _Facts(text.removeprefix(PROGRAM))
                return _find_program(None, facts, Path.cwd())
            path = toml_path(text)
            facts = _read_facts(path)
            if mode not in facts.modes:
                modes = ", ".join(facts.modes)
                raise InputError(f"plays {modes}", f"--mode {facts.modes[0]}")
            return _find_program(path, facts, path.parent)
        except OSError as error:
            where = f"cannot read {error.filename!r}: {error.strerror}"
            raise InputError(where) from None


def modes_of(text: str) -> tuple[Mode, ...]:
    """Return the modes that a program plays; all, where it does not name them."""
    if text.startswith(PROGRAM):
        return tuple(Mode)
    with EntryError.at(f"entry {text!r}: ", OSError, ValueError):
        return _read_facts(toml_path(text)).modes


def _read_facts(path: Path) -> _Facts:
    """Return the contents of a TOML file, each of its type."""
    text = read_bytes(path, _MOST_TOML).decode()
    check_visible(path, text)
    # The time for a dotted key grows with the square of its length.
    if any(len(line) > _LONGEST_LINE for line in text.splitlines()):
        raise InputError("", f"lines of at most {_LONGEST_LINE} letters")
    try:
        return msgspec.toml.decode(text, type=_Facts)
    except msgspec.ValidationError as error:
        raise InputError(str(error), ", ".join(_Facts.__struct_fields__)) from None
    except RecursionError:
        raise InputError("", "fewer brackets in brackets") from None


def _find_program(toml: Path | None, facts: _Facts, folder: Path) -> Program:
    words = shlex.split(facts.command)
    # The first word is the executable; others may be files that belong to it.
    if not words:
        raise InputError("", "a command, like program:./mybot")
    executable, is_own = _find_executable(words[0], folder, facts.build)
    sources = [_find_source(folder, name) for name in facts.source]

    # Arguments that name a file are replaced by whole paths, as it starts elsewhere.
    named = {
        word: path for word in words[1:] if (path := _find_argument(folder, word, toml))
    }
    arguments = [str(named.get(word, word)) for word in words[1:]]
    script = next(iter(named.values()), executable)
    # All text of the program must read as it runs.
    for file in {*sources, *named.values()}:
        check_text(file)

    # The path names the entry: what its author wrote, not the interpreter.
    path = toml or (executable if is_own else script)
    files = dict.fromkeys([path, real_path(executable), *sources, *named.values()])
    return Program(path, (str(executable), *arguments), tuple(words), tuple(files))


def _find_executable(name: str, folder: Path, build: str) -> tuple[Path, bool]:
    """Return the path of an executable, and whether it was named by a path."""
    is_own = "/" in name
    folders = [folder] if is_own else [Path(p).absolute() for p in os.get_exec_path()]
    paths = [path / name for path in folders]
    paths = [p for p in paths if os.path.isfile(p) and os.access(p, os.X_OK)]
    if not paths:
        where = "" if is_own else f" in PATH, or a path like ./{name}"
        hint = f", which this builds: {build}" if build else ""
        raise InputError(f"no program {name!r}", f"an executable file{where}{hint}")
    # Scripts would start an interpreter that is not part of the entry.
    for path in paths:
        with path.open("rb") as file:
            if file.read(2) != b"#!":
                return (real_path(path) if is_own else path), is_own
    expected = f"its interpreter first, as in python3 {name}"
    if not is_own:
        expected = "a program that is none, like python3"
    raise InputError(f"{name!r} is a script", expected)


def _find_source(folder: Path, name: str) -> Path:
    path = real_path(folder / name)
    if not os.path.isfile(path) or not path.is_relative_to(folder):
        raise InputError(f"source {name!r}", f"a file in {str(folder)!r}")
    return path


def _find_argument(folder: Path, word: str, toml: Path | None) -> Path | None:
    """Return the file that an argument names, if it belongs to the program.

    A TOML file may be written by somebody else, who could name any file.
    """
    if not os.path.isfile(folder / word):  # also where the name is too long
        return None
    path = real_path(folder / word)
    return path if toml is None or path.is_relative_to(folder) else None
