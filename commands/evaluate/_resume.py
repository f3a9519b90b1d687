"""Validation of the options of a resumed run."""

from __future__ import annotations

import argparse
import ast
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from contest.entries.entry import Entry
from game.errors import InputError

AUTO = "auto"
"""Value of ``--games``: play until the intervals are narrow."""

_AS_THEY_ARE = (
    *("mode", "seed", "timeout", "start_timeout", "isolate_games", "boards", "hard"),
    *("official", "width"),
)


def check_same(
    options: argparse.Namespace, recorded: Mapping[str, Any], where: Path
) -> None:
    """Refuse an option that was given and contradicts the run.

    Parameters
    ----------
    options : Namespace
        As a `Parser` returns it.
    recorded : mapping
        Values of the run, by the destinations of options.
    where : Path
        Folder of the run.

    Raises
    ------
    InputError
        For the first such option.

    Examples
    --------
    >>> from commands.cli import Parser
    >>> line = Parser()
    >>> _ = line.add_argument("--seed", default="1")
    >>> check_same(line.parse_args(["--seed", "7"]), {"seed": "7"}, Path("run"))
    >>> check_same(line.parse_args([]), {"seed": "7"}, Path("run"))
    """
    for name, value in recorded.items():
        given = getattr(options, name, None)
        if name in options.given and _plain(given) != _plain(value):
            value_given = "" if given is True else f" {_text(given)}"
            raise InputError(
                f"{options.given[name]}{value_given}: expected {_text(value)}, as "
                f"{str(where)!r} was begun"
            )


def recorded_options(facts: Mapping[str, Any], where: Path) -> dict[str, Any]:
    """Return the options that a run was started with, from its ``run.json``."""
    games = None if facts["whole_dictionary"] else facts["games"]
    return {
        **{name: facts[name] for name in _AS_THEY_ARE},
        "games": games if facts["width"] is None else AUTO,
        "checkout": Path(facts["checkout"]) if facts["checkout"] else None,
        "out": where,
    }


def check_parameters(
    options: argparse.Namespace, entries: Iterable[Entry], opening: str | None
) -> None:
    """Refuse an opening or a depth that the entries of the run do not have.

    Parameters
    ----------
    options : Namespace
        As a `Parser` returns it.
    entries : iterable of Entry
        The run's.
    opening : str or None
        The words of ``--guess``, as `commands.cli.opening` returns them.

    Raises
    ------
    InputError
        When an entry was started with another.
    """
    for name, given, value in (
        ("opening", f"--guess {options.guess!r}", opening),
        ("depth", f"--depth {options.depth}", options.depth),
    ):
        for entry in entries:
            if value is not None and _keywords(entry).get(name) != repr(value):
                raise InputError(
                    f"{given}: expected entry {entry.text!r} as it is in "
                    f"{str(options.resume)!r}"
                )


def _keywords(entry: Entry) -> dict[str | None, str]:
    call = ast.parse(entry.expression, mode="eval").body
    assert isinstance(call, ast.Call)
    return {k.arg: ast.unparse(k.value) for k in call.keywords}


def _plain(value: object) -> object:
    return os.path.realpath(value) if isinstance(value, Path) else value


def _text(value: object) -> str:
    if value is None or value is False:
        return "none"
    return repr(str(value)) if isinstance(value, Path) else repr(value)
