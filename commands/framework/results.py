"""Results of commands and mistakes, as text or as JSON."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass
from inspect import formatannotation
from pathlib import Path
from typing import Any, Generic, TypeVar, get_args, get_type_hints

import msgspec

from contest.terminal.layout import WIDE, fold_text

FactsType = TypeVar("FactsType", bound="Facts")

_ARRAY = re.compile(r"ndarray\[.*?\]\]")
_QUALIFIED = re.compile(r"\b\w+\.")


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """Facts that a command found out. The option ``--json`` writes the facts.

    A number is null if it is infinite or unknown.
    """

    exit_status: int = 0


class Mistake(Facts, frozen=True, kw_only=True):
    """A user's mistake: what is wrong, what was expected, and a hint."""

    exit_status: int = 2
    what: str
    expected: str
    hint: str


@dataclass(frozen=True, slots=True)
class Result(Generic[FactsType]):
    """Result of a command: its facts, and the text that shows the facts.

    A string in `text` is folded to the width of the output. A function in `text` is
    called with that width, in columns, and returns the text.
    """

    facts: FactsType
    text: str | Callable[[int], str]

    def write(self, *, as_json: bool) -> int:
        """Write the result to standard output and return the exit status."""
        text = self.text
        width = terminal_width()
        if as_json:
            text = json_text(self.facts)
        else:
            text = fold_text(text, width) if isinstance(text, str) else text(width)
        print(text, flush=True)
        return self.facts.exit_status


def json_text(facts: msgspec.Struct) -> str:
    """Return facts as an object of JSON, in one line."""
    return msgspec.json.encode(facts, enc_hook=_plain).decode()


def _plain(value: Any) -> object:
    """Return an array as lists of numbers, and a path as text, for JSON."""
    return str(value) if isinstance(value, Path) else value.tolist()


def terminal_width() -> int:
    """Return the width of the terminal, in columns.

    If the output is no terminal, return `WIDE`, a very large number.
    """
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE


def describe_fields(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the name and fields of a class of facts, and of each class nested in it.

    Examples
    --------
    >>> dict(describe_fields(Mistake))
    {'Mistake': 'exit_status: int, what: str, expected: str, hint: str'}
    """
    # Types are written without their modules: a reader of the JSON needs no modules.
    hints = get_type_hints(kind)
    texts = (f"{name}: {formatannotation(hint)}" for name, hint in hints.items())
    yield kind.__name__, _ARRAY.sub("array", _QUALIFIED.sub("", ", ".join(texts)))
    for hint in hints.values():
        for part in (hint, *get_args(hint)):
            if is_dataclass(part) or hasattr(part, "__struct_fields__"):
                yield from describe_fields(part)
