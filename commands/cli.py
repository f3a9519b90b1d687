"""Options of commands: groups, and types of values."""

from __future__ import annotations

import inspect
import math
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields
from enum import StrEnum
from functools import wraps
from importlib import metadata
from pathlib import Path
from typing import Any

import click

from contest.entries.home import IS_CHECKOUT, ROOT
from contest.sandbox.limits import MOST_GAMES
from game.errors import InputError, nearest

Command = Callable[..., Any]


def project() -> dict[str, Any]:
    """Return what pyproject.toml says of the project; the version if there is none."""
    if not IS_CHECKOUT:
        return {"version": metadata.version("clueproof")}
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table: dict[str, Any] = tomllib.loads(text)["project"]
    return table


def takes(**groups: type) -> Callable[[Command], Command]:
    """Return a decorator that adds groups of options to a command.

    A group is a dataclass, by the name of the parameter that receives it. Its fields
    are made by `option`, `argument` and `shared`, and each has the name of its option.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Words:
    ...     size: str = option("--size")
    >>> @click.command
    ... @takes(words=Words)
    ... def main(words):
    ...     return words
    >>> main.main(["--size", "6"], standalone_mode=False)
    Words(size='6')
    """

    def decorate(function: Command) -> Command:
        @wraps(function)
        def call(*arguments: Any, **values: Any) -> Any:  # noqa: ANN401 - any command
            for name, group in groups.items():
                own = {field.name: values.pop(field.name) for field in fields(group)}
                values[name] = group(**own)
            return function(*arguments, **values)

        for group in reversed(groups.values()):
            # The options of a base class come last.
            names = [n for one in group.__mro__ for n in inspect.get_annotations(one)]
            own_options = {
                field.name: field.metadata["click"] for field in fields(group)
            }
            for name in reversed(names):
                own_options[name](call)
        return call

    return decorate


def option(*names: str, **attributes: Any) -> Any:  # noqa: ANN401 - the field's type
    """Return a field of a group of options, described as for `click.option`."""
    return shared(click.option(*names, **attributes))


def argument(name: str, **attributes: Any) -> Any:  # noqa: ANN401 - the field's type
    """Return a field of a group of options, described as for `click.argument`."""
    return shared(click.argument(name, **attributes))


def shared(decorator: Callable[[Command], Command]) -> Any:  # noqa: ANN401 - likewise
    """Return a field of a group for an option that is declared elsewhere."""
    return field(metadata={"click": decorator})


def whole_number(least: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` up."""

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= MOST_GAMES:
            raise InputError(
                f"{text!r:.40}: expected a whole number from {least} up to "
                f"{MOST_GAMES:,}"
            )
        return number

    return parse


def number(what: str, above: float, most: float = math.inf) -> Callable[[str], float]:
    """Return a parser of finite numbers above one and up to another."""
    upto = "" if math.isinf(most) else f" and up to {most:g}"

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not (above < value <= most and math.isfinite(value)):
            raise InputError(f"{text!r}: expected {what}, above {above:g}{upto}")
        return value

    return parse


class OneOf(click.Choice[str]):
    """A choice of words or of members of a `StrEnum`, with a hint at the nearest.

    `others` says what to type instead of words that other programs have.
    """

    def __init__(
        self, choices: Iterable[str] | type[StrEnum], others: Mapping[str, str]
    ) -> None:
        super().__init__(choices)
        self.others = others

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:  # noqa: ARG002 - of click
        """Return the word for a choice."""
        return str(choice)

    def get_invalid_choice_message(
        self, value: object, ctx: click.Context | None
    ) -> str:
        """Return the message about another word."""
        words = [self.normalize_choice(choice, ctx) for choice in self.choices]
        hint = nearest(str(value), words)
        if other := self.others.get(str(value).lower()):
            hint = f"; did you mean {other}?"
        return f"{str(value)!r}: expected {' or '.join(words)}{hint}"


def one_of(choices: Iterable[str] | type[StrEnum], **others: str) -> OneOf:
    """Return the type of an option that takes one of some words, as `OneOf`."""
    return OneOf(choices, others)


def new_file(text: str) -> Path:
    """Return the path of a file to write, whose folder must exist."""
    path = Path(text)
    if path.is_dir() or not path.absolute().parent.is_dir():
        what = "a file" if path.is_dir() else "a folder that is there"
        raise InputError(f"{str(text)!r}: expected {what}")
    return path
