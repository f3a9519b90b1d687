"""Schema of ``run.json`` and of other untrusted JSON files."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    TypedDict,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from contest.sandbox.limits import MOST_GAMES, MOST_SECONDS, Limits
from game.errors import InputError
from game.files import read_text
from game.protocol import Setting

_LARGEST = 1 << 53  # beyond it, floats do not represent all integers
_PLACE = re.compile(r" - at .*`\$\.?([^`]*)`")
_ABSENT = re.compile(r"Object missing required field `(\w+)`")


def positive(kind: type, most: float) -> Any:
    """Return the type of numbers above 0 and up to another, int or float."""
    if kind is int:
        return Annotated[int, msgspec.Meta(ge=1, le=int(most))]
    return Annotated[float, msgspec.Meta(gt=0, le=min(most, sys.float_info.max))]


def _option(kind: type) -> Any:
    """Return the type of a field of `Setting` or `Limits`, with its bounds."""
    bounds = {int: MOST_GAMES, float: MOST_SECONDS}
    return positive(kind, bounds[kind]) if kind in bounds else kind


_OPTIONS = Setting.options() | get_type_hints(Limits)

FACTS: Mapping[str, Any] = {
    **{name: _option(kind) for name, kind in _OPTIONS.items()},
    **dict.fromkeys(("seed", "words", "code", "commit", "checkout"), str),
    **dict.fromkeys(("isolation", "namespaces", "command", "mark"), str),
    **dict.fromkeys(("official", "complete", "whole_dictionary"), bool),
    "games": positive(int, MOST_GAMES),
    **dict.fromkeys(("entries", "missing", "stopped"), list[str]),
    **dict.fromkeys(("calls", "digests", "names", "failures"), dict[str, str]),
    "numbers": dict[
        Literal["p05", "p50", "p95"], Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]
    ]
    | None,
    "width": Annotated[float, msgspec.Meta(ge=-_LARGEST, le=_LARGEST)] | None,
}
"""Types of the facts of ``run.json`` by name."""

SEAL = "record.json"
"""Name of the file that an official run has beside its rows."""


class FactError(InputError):
    """A file in which a fact is missing or of the wrong type."""


def read_json(path: str | Path) -> Any:
    """Read a regular file of JSON; raise what `game.files.read_text` does.

    Raises `ValueError` when it is not JSON in UTF-8, nests too deep, or has a number
    without a meaning: NaN, infinity, or thousands of digits.
    """
    try:
        return msgspec.json.decode(read_text(path))
    except RecursionError:
        raise ValueError("nested too deep") from None


def check_facts(
    file: Path, contents: object, kinds: Mapping[str, Any] = FACTS
) -> dict[str, Any]:
    """Return facts with their types; refuse a fact that is missing or of another type.

    `kinds` has types by name, as msgspec has them; a tuple stands for its values. Facts
    without a type are returned as they are. Raises `FactError` for the first refused.
    """
    if not isinstance(contents, dict):
        raise FactError(f"{str(file)!r}: {contents!r:.40}: expected names and values")
    types = {n: Literal[k] if isinstance(k, tuple) else k for n, k in kinds.items()}
    try:
        facts = msgspec.convert(contents, TypedDict("Facts", types))
    except msgspec.ValidationError as error:
        raise FactError(f"{str(file)!r}{_fault(str(error), contents, types)}") from None
    return {**contents, **facts}


def _fault(message: str, contents: Mapping[str, Any], types: Mapping[str, Any]) -> str:
    """Return an error of msgspec with the value and what was expected."""
    if absent := _ABSENT.match(message):
        return f" has no {absent[1]!r}: expected one"
    position = _PLACE.search(message)
    assert position is not None, message
    name = re.split(r"\W", position[1])[0]
    kind = types[name]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        expected = " or ".join(kind)
    elif get_origin(kind) is Literal:
        expected = " or ".join(get_args(kind))
    elif message.startswith("Expected "):
        expected = re.split(", got | - at ", message)[0].removeprefix("Expected ")
    else:
        expected = "a smaller number"
    text = expected.replace("`", "").replace("null", "none")
    return f": {position[1]} {contents[name]!r:.40}: expected {text}"
