"""Names of entries, and the files that the names stand for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from contest.entries.home import STRATEGIES
from contest.entries.source_text import EntryError
from game.errors import nearest
from game.files import real_path
from strategies import parse_name

TREE = "tree:"
"""Prefix of the name of an entry that plays a decision tree: ``tree:FILE``."""

PROGRAM = "program:"
"""Prefix of the name of an entry that runs a program: ``program:COMMAND``."""


class NamedFile(NamedTuple):
    """The file of a strategy, and the parts of the name by which it was found.

    `name` is the part that names the file. `label` is the part that names one entry of
    the file, or an empty string. `checkout` is the folder of the other contest project
    that has the file, or None without another project.
    """

    path: Path
    name: str
    label: str = ""
    checkout: Path | None = None


def builtin_names() -> list[str]:
    """Return the names of the public modules in ``strategies``."""
    return sorted(path.stem for path in STRATEGIES.glob("[!_]*.py"))


def reserved_names() -> frozenset[str]:
    """Return the names that no entry may have: commands, ``program`` and ``tree``."""
    files = (STRATEGIES.parent / "commands" / "evaluate").glob("[a-z]*.py")
    return frozenset(file.stem for file in files) | {"program", "tree"}


def names_program(text: str) -> bool:
    """Return whether a text names a program, by its command or its TOML file."""
    return text.startswith(PROGRAM) or text.endswith(".toml")


def toml_path(text: str) -> Path:
    """Return the path of the TOML file that a text names.

    The text is a path from the current folder. If there is no such file, the text is a
    path from the folder of the project.
    """
    path = Path(text).absolute()
    return file_path(path if os.path.lexists(path) else STRATEGIES.parent / text)


def file_path(path: str | Path) -> Path:
    """Return the real path of an entry's file; raise `EntryError` for a link."""
    if os.path.islink(path):
        raise EntryError(f"{str(path)!r} is a link", "a file")
    return real_path(path)


def find_file(text: str, checkout: Path | None = None) -> NamedFile:
    """Return the file and the label that a text names.

    The text is ``name``, ``name/label``, ``file.py`` or ``file.py/label``. At the end
    of the text, a colon and a call may follow. If `checkout`, the folder of another
    contest project, is given, the file is searched there. In `checkout` the name may
    also be the name of a module, like ``strategies.mine``. Raises `EntryError`, with
    the nearest name, when the text names no file.
    """
    parts = parse_name(text)
    if checkout is not None:
        whole = f"{parts.name}/{parts.label}" if parts.label else parts.name
        # What follows a slash may be a label, or a part of the path of a module.
        spellings = ((whole, ""), (parts.name, parts.label))
        if not checkout.is_dir():
            raise EntryError(
                f"no folder {str(checkout)!r}", "the folder of a contest project"
            )
        for name, label in spellings:
            if path := _find_module(checkout, name):
                return NamedFile(path, name, label, checkout)
        there = sorted(f.stem for f in checkout.glob("strategies/[!_]*.py"))
        raise EntryError(
            f"no strategy {whole!r} in {str(checkout)!r}",
            "a name like strategies.name:Class()",
            nearest(_module(whole).split(".")[-1], there),
        )
    # No checkout is given, so the text names a file in any folder, or a module of this
    # project.
    names = builtin_names()
    whole = text.partition(":")[0]
    if parts.name.endswith(".py"):
        path = Path(parts.name).absolute()
        if not path.is_file():
            raise EntryError(f"no file {parts.name!r}", "a strategy's .py file")
        return NamedFile(file_path(path), parts.name, parts.label)
    if parts.name in names:
        return NamedFile(STRATEGIES / f"{parts.name}.py", parts.name, parts.label)
    if os.path.isfile(whole) or Path(whole).suffix:
        raise EntryError(
            f"file {whole!r}",
            "a .py or .toml file",
            f"to enter a program, give its command: program:./{whole}",
        )
    hint = nearest(parts.name, names) or f"strategies/ has {', '.join(names)}"
    raise EntryError(
        f"no strategy {whole!r}",
        "a name from strategies/, a .py or .toml file, or program:COMMAND",
        hint,
    )


def _find_module(checkout: Path, name: str) -> Path | None:
    for module in (_module(name), f"strategies.{_module(name)}"):
        path = checkout.joinpath(*module.split(".")).with_suffix(".py")
        if path.is_file():
            return path
    return None


def _module(name: str) -> str:
    return name.removesuffix(".py").replace("/", ".")


def check_recorded(text: str, checkout: Path | None = None) -> None:
    """Raise `EntryError` unless a text from a recorded run names a file in strategies/.

    The author of the record chose the text, so a program, a tree or a path could be any
    file on this machine. If the user named `checkout`, the folder of another contest
    project, a name of a file in that folder is allowed instead.
    """
    if text.startswith((TREE, PROGRAM)):
        folder = None
    elif names_program(text):
        folder = toml_path(text).parent if checkout is None else None
    else:
        path = find_file(text, checkout).path
        folder = STRATEGIES if checkout else path.parent
    if folder != STRATEGIES:
        raise EntryError(
            f"entry {text!r} of a run that was not started in this checkout",
            "an entry of a file in strategies/",
        )
