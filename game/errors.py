"""Errors for invalid input and missing extras, and hints with the nearest value."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass

# Number of words that difflib shall return. difflib finds many words equally similar,
# and `nearest` chooses one of them.
_CONSIDERED = 50


@dataclass(eq=False)
class InputError(ValueError):
    """A value that a user, a file or another program gave is invalid.

    The error says what is wrong, what was expected, and what may help. The commands
    print the error as one line and exit with status 2.

    Examples
    --------
    >>> with InputError.at("line 3: "):
    ...     raise InputError("'l0'", "a number", "did you mean 10?")
    Traceback (most recent call last):
    game.errors.InputError: line 3: 'l0': expected a number; did you mean 10?
    """

    what: str
    expected: str = ""
    hint: str = ""

    def __post_init__(self) -> None:
        # A copied or unpickled exception is made from the `args` of the exception. So
        # `args` must have all fields, also the fields that were passed by keyword.
        self.args = astuple(self)

    @classmethod
    @contextmanager
    def at(cls, place: str, *kinds: type[Exception]) -> Iterator[None]:
        """Put a place before the text of an InputError that a ``with`` block raises.

        `place` is a text like ``"line 3: "``. The error is raised again as an error of
        this class, with `place` before its text. Exceptions of the types in `kinds` are
        also raised again in this way.
        """
        kinds += (InputError,)
        try:
            yield
        except kinds as error:
            what, *others = astuple(error) if isinstance(error, InputError) else [error]
            raise cls(f"{place}{what}".removesuffix(": "), *others) from None

    def __str__(self) -> str:
        text = self.what
        if self.expected:
            text = f"{text}: expected {self.expected}".removeprefix(": ")
        return f"{text}; {self.hint}" if self.hint else text


def check_range(name: str, value: object, least: int, most: int) -> None:
    """Raise `InputError` unless a value is a whole number from `least` to `most`."""
    if value not in range(least, most + 1):
        raise InputError(f"{name} {value!r}", f"{least} to {most}")


def missing_extra(what: str, extra: str, error: ImportError) -> InputError:
    """Return the error of an optional dependency that is not installed.

    `what` is the thing that needs the dependency: "report" makes the message "no report
    without ...". `extra` is the extra of this project that installs the dependency.
    `error` names the missing package.
    """
    package = (error.name or extra).partition(".")[0]
    return InputError(
        f"no {what} without the extra {extra!r}",
        f'the package {package} (python -m pip install -e ".[{extra}]")',
    )


def nearest(value: str, choices: Iterable[str]) -> str:
    """Return a hint that names the choice nearest to a value.

    The hint is an empty string if no choice is close.

    Examples
    --------
    >>> nearest("entorpy", ["entropy", "minimax"])
    "did you mean 'entropy'?"
    >>> nearest("zzz", ["entropy"])
    ''
    >>> nearest("ENTROPY", ["Entropy"])
    "did you mean 'Entropy'?"
    """
    spelled = {choice.lower(): choice for choice in choices}
    value = value.lower()
    similar = difflib.get_close_matches(value, spelled, n=_CONSIDERED)
    if not similar:
        return ""

    # The most common typing error is that two letters are swapped. For difflib that is
    # two errors. So a word with exactly the typed letters is preferred here.
    letters = sorted(value)

    def likeness(word: str) -> tuple[bool, float, int]:
        ratio = difflib.SequenceMatcher(None, word, value).ratio()
        same = sum(a == b for a, b in zip(word, value, strict=False))
        return sorted(word) == letters, ratio, same

    return f"did you mean {str(spelled[max(similar, key=likeness)])!r}?"
