"""Validation of the options of a resumed run."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from commands.options import RunOptions
from contest.entries.entry import Entry
from game.errors import InputError

AUTO = "auto"
"""Value of ``--games``: play until the intervals are narrow."""


def check_same(
    context: click.Context, recorded: Mapping[str, Any], where: Path
) -> None:
    """Refuse an option that was given and contradicts the run.

    Raises `InputError` for the first such option. `recorded` has the values of the run,
    by the names of options; `where` is its folder.
    """
    spelled = {option.name: option.opts[0] for option in context.command.params}
    for name, value in recorded.items():
        given = context.params.get(name)
        if is_given(context, name) and _plain(given) != _plain(value):
            value_given = "" if given is True else f" {_text(given)}"
            raise InputError(
                f"{spelled[name]}{value_given}: expected {_text(value)}, as "
                f"{str(where)!r} was begun"
            )


def is_given(context: click.Context, name: str) -> bool:
    """Return whether an option stood on the command line."""
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def recorded_options(facts: Mapping[str, Any], where: Path) -> dict[str, Any]:
    """Return the options that a run was started with, from its ``run.json``."""
    games = None if facts["whole_dictionary"] else facts["games"]
    return {
        **facts,
        "games": games if facts["width"] is None else AUTO,
        "checkout": Path(facts["checkout"]) if facts["checkout"] else None,
        "out": where,
    }


def check_parameters(
    options: RunOptions, entries: Iterable[Entry], opening: str | None
) -> None:
    """Refuse an opening or a depth that the entries of the run do not have.

    `opening` has the words of ``--guess``, as `commands.options.opening` returns them.
    Raises `InputError` when an entry was started with another.
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
    if isinstance(value, tuple):  # of words, in any order
        return sorted({*value})
    return os.path.realpath(value) if isinstance(value, Path) else value


def _text(value: object) -> str:
    if value is None or value is False:
        return "none"
    if isinstance(value, tuple):
        return " and ".join(map(repr, value)) or "none"
    return repr(str(value)) if isinstance(value, Path | StrEnum) else repr(value)
