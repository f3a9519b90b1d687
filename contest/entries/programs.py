"""Entries that are programs: their commands, files and modes. No program is run here.

``program:COMMAND`` has a command line, which is split as a shell would split it. A TOML
file has the command, the source files, how to build the program, and its modes.
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

_MOST_TOML = 1 << 14  # largest size of a TOML file, in bytes
_LONGEST_LINE = 1000  # largest number of characters in a line of a TOML file


class _Facts(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a TOML file that describes a program.

    `command` is the command line, `source` has the names of the source files, and
    `build` is the command that builds the program. `modes` has the games that the
    program plays; without this field, it plays all modes.
    """

    command: str
    source: list[str] = []
    build: str = ""
    modes: Annotated[tuple[Mode, ...], msgspec.Meta(min_length=1)] = tuple(Mode)


class Program(NamedTuple):
    """A program whose executable and files exist.

    `path` is the file that defines the program: the TOML file, the script that an
    interpreter runs, or the executable. `words` are the words of the command line as
    its author wrote them. `command` has the same words, but names of files are whole
    paths. `files` are all files that belong to the program.
    """

    path: Path
    command: tuple[str, ...]
    words: tuple[str, ...]
    files: tuple[Path, ...]


def read_program(text: str, mode: Mode) -> Program:
    """Return the program of an entry; `text` is ``program:COMMAND`` or a TOML file.

    Raises `EntryError` when the text names no program, or when the program does not
    play `mode`.
    """
    with EntryError.at(f"entry {text!r}: ", ValueError):
        try:
            if text.startswith(PROGRAM):
                facts = _Facts(text.removeprefix(PROGRAM))
                return _find_program(None, facts, Path.cwd())
            path = toml_path(text)
            facts = _read_facts(path)
            if mode not in facts.modes:
                modes = ", ".join(facts.modes)
                raise InputError(
                    f"the program plays only {modes}", f"--mode {facts.modes[0]}"
                )
            return _find_program(path, facts, path.parent)
        except OSError as error:
            where = f"cannot read {error.filename!r}: {error.strerror}"
            raise InputError(where) from None


def modes_of(text: str) -> tuple[Mode, ...]:
    """Return the modes that a program plays.

    `text` is ``program:COMMAND``, which plays all modes, or a TOML file, which may name
    the modes.
    """
    if text.startswith(PROGRAM):
        return tuple(Mode)
    with EntryError.at(f"entry {text!r}: ", OSError, ValueError):
        return _read_facts(toml_path(text)).modes


def _read_facts(path: Path) -> _Facts:
    """Return the fields of the TOML file of a program.

    Raises an error if a field has another type than the fields of `_Facts`.
    """
    text = read_bytes(path, _MOST_TOML).decode()
    check_visible(path, text)
    # The time to parse a dotted key grows with the square of its length.
    if any(len(line) > _LONGEST_LINE for line in text.splitlines()):
        raise InputError("", f"lines of at most {_LONGEST_LINE} characters")
    try:
        return msgspec.toml.decode(text, type=_Facts)
    except msgspec.ValidationError as error:
        raise InputError(str(error), ", ".join(_Facts.__struct_fields__)) from None
    except RecursionError:
        raise InputError("", "fewer nested brackets") from None


def _find_program(toml: Path | None, facts: _Facts, folder: Path) -> Program:
    words = shlex.split(facts.command)
    # The first word is the executable; the other words may be files of the program.
    if not words:
        raise InputError("", "a command, like program:./mybot")
    executable, is_own = _find_executable(words[0], folder, facts.build)
    sources = [_find_source(folder, name) for name in facts.source]

    # Names of files become whole paths, because the program starts in another folder.
    named = {
        word: path for word in words[1:] if (path := _find_argument(folder, word, toml))
    }
    arguments = [str(named.get(word, word)) for word in words[1:]]
    script = next(iter(named.values()), executable)
    # The text that a reader of the source files sees must be the text that runs.
    for file in {*sources, *named.values()}:
        check_text(file)

    # The path of the entry is a file that the author of the entry wrote: the path of
    # the interpreter would not show what the entry is.
    path = toml or (executable if is_own else script)
    files = dict.fromkeys([path, real_path(executable), *sources, *named.values()])
    return Program(path, (str(executable), *arguments), tuple(words), tuple(files))


def _find_executable(name: str, folder: Path, build: str) -> tuple[Path, bool]:
    """Return the path of the executable `name`, and whether `name` is a path.

    If `name` has a slash, it is a path from `folder`; otherwise the executable is
    searched in the folders of PATH. Raises `InputError` when there is no executable;
    the error names `build`, the command that builds the program. Raises `InputError`
    also when the executable is a script.
    """
    is_own = "/" in name
    folders = [folder] if is_own else [Path(p).absolute() for p in os.get_exec_path()]
    paths = [path / name for path in folders]
    paths = [p for p in paths if os.path.isfile(p) and os.access(p, os.X_OK)]
    if not paths:
        where = "" if is_own else f" in PATH, or a path like ./{name}"
        hint = f"; build the program with: {build}" if build else ""
        raise InputError(f"no program {name!r}", f"an executable file{where}{hint}")
    # A script would start an interpreter that is not part of the entry.
    for path in paths:
        with path.open("rb") as file:
            if file.read(2) != b"#!":
                return (real_path(path) if is_own else path), is_own
    expected = f"a command that starts with the interpreter, like python3 {name}"
    if not is_own:
        expected = "an executable that is not a script, like python3"
    raise InputError(f"{name!r} is a script", expected)


def _find_source(folder: Path, name: str) -> Path:
    path = real_path(folder / name)
    if not os.path.isfile(path) or not path.is_relative_to(folder):
        raise InputError(f"source {name!r}", f"a file in {str(folder)!r}")
    return path


def _find_argument(folder: Path, word: str, toml: Path | None) -> Path | None:
    """Return the file that an argument of a command names, or None without such a file.

    `word` is the argument, and its path begins at `folder`. If the command is in a TOML
    file, `toml`, somebody else may have written the argument, which could name any file
    on this machine. So files outside `folder` then do not count.
    """
    if not os.path.isfile(folder / word):  # False, too, if the name is too long
        return None
    path = real_path(folder / word)
    return path if toml is None or path.is_relative_to(folder) else None
