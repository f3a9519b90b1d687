"""Schema of ``run.json``: names and types of its facts, and their validation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import GenericAlias, UnionType
from typing import TypeAlias

from game.errors import InputError
from game.hard import Hard
from game.protocol import Mode

MOST_GAMES = 10**9
"""Maximum number of games of an entry in a run."""

MOST_SECONDS = 86_400.0
"""Maximum time limit of a game and of a start."""


@dataclass(frozen=True, slots=True)
class Positive:
    """A number above 0 and up to another.

    Parameters
    ----------
    kind : type
        Of the number.
    most : number
        The largest.
    """

    kind: type | UnionType
    most: float

    def __str__(self) -> str:
        return f"{_text(self.kind)} above 0, at most {self.most:g}"


Kind: TypeAlias = type | UnionType | GenericAlias | Positive | tuple[str, ...]
"""A type, a list or dict of a type, or a tuple of all valid values."""

_NUMBER = int | float
_LARGEST = 1 << 53  # beyond it, floats do not represent all integers

FACTS: Mapping[str, Kind] = {
    **dict.fromkeys(("seed", "words", "code", "commit", "isolation", "checkout"), str),
    **dict.fromkeys(("official", "complete", "whole_dictionary"), bool),
    "isolate_games": bool,
    **dict.fromkeys(("games", "boards"), Positive(int, MOST_GAMES)),
    **dict.fromkeys(("timeout", "start_timeout"), Positive(_NUMBER, MOST_SECONDS)),
    **dict.fromkeys(("entries", "missing", "stopped"), list[str]),
    **dict.fromkeys(("digests", "names", "failures"), dict[str, str]),
    "width": _NUMBER | None,
    "mode": tuple(Mode),
    "hard": tuple(Hard),
}
"""Facts of ``run.json`` by name."""


class FactError(InputError):
    """A file in which a fact is missing or of the wrong type."""


def check_facts(file: Path, found: object, kinds: Mapping[str, Kind] = FACTS) -> None:
    """Refuse a mapping in which a fact is missing or of the wrong type.

    Parameters
    ----------
    file : Path
        The file, for the message.
    found : object
        The decoded contents.
    kinds : mapping
        Types by name.

    Raises
    ------
    FactError
        For the first such fact.

    Examples
    --------
    >>> check_facts(Path("a.json"), {"games": "x"}, {"games": int})
    Traceback (most recent call last):
    ...
    contest.runs.schema.FactError: 'a.json': games 'x': expected int
    """
    if not isinstance(found, dict):
        raise FactError(f"{str(file)!r}: {found!r:.40}: expected names and values")
    for name, kind in kinds.items():
        if name not in found:
            raise FactError(f"{str(file)!r} has no {name!r}: expected one")
        if not _fits(found[name], kind):
            raise FactError(
                f"{str(file)!r}: {name} {found[name]!r:.40}: expected {_text(kind)}"
            )


def _fits(value: object, kind: Kind) -> bool:
    if isinstance(kind, tuple):
        return value in kind
    if isinstance(kind, GenericAlias):
        if not isinstance(value, (list, dict)) or type(value) is not kind.__origin__:
            return False
        parts = value.values() if isinstance(value, dict) else value
        return all(isinstance(part, kind.__args__[-1]) for part in parts)
    if isinstance(kind, Positive):
        return _fits(value, kind.kind) and 0 < value <= kind.most  # type: ignore[operator]
    if isinstance(value, bool):  # a subclass of int
        return kind is bool
    # Not NaN, infinity, or an integer of thousands of digits.
    if isinstance(value, int | float) and not abs(value) <= _LARGEST:
        return False
    return isinstance(value, kind)


def _text(kind: Kind) -> str:
    if isinstance(kind, tuple):
        return " or ".join(kind)
    return kind.__name__ if type(kind) is type else str(kind)
