"""Clues: their integer code, text forms and the two marking rules.

A clue has one mark per letter of the guess: absent 0, present 1, correct 2. It is
stored as an integer in base 3 with the first letter most significant.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from game.errors import InputError

Clue: TypeAlias = int

ABSENT = 0
PRESENT = 1
CORRECT = 2

# Every spelling of a mark that people type or paste, per text form.
_FORMS = {
    "letters": ".ic",
    "digits": "012",
    "tiles": "⬜🟨🟩",
    "dark tiles": "⬛🟨🟩",
    "contrast tiles": "⬜🟦🟧",
    "colours": "byg",
    "dashes": "-yg",
}
_DASHES = "-\u2010\u2013\u2014\u2212"  # telephones write these for hyphens
_OTHERS = (f"xw_\u00b7{_DASHES}⚪⚫🤍🖤▫▪◻◼◽◾❌", "🟡🔵💛💙🟪", "+!🟢🟠💚🧡✅")
_MARKS = {
    char: mark
    for forms in (*_FORMS.values(), _OTHERS)
    for mark, chars in enumerate(forms)
    for char in chars
}
_WORDS = {"absent": ".", "present": "i", "correct": "c"}
_WORDS |= {"grey": ".", "gray": ".", "yellow": "i", "green": "c"}
# Signs beside which "?" is a present letter, else an absent one.
_BESIDE = f"_.x+!{_DASHES}"

# Characters of no width, such as the selectors of a tile's look.
_INVISIBLE = frozenset(("Cf", "Me", "Mn"))
_BETWEEN = frozenset(" \t\n\r,;|()[]'\"")


class ClueError(InputError):
    """A text that is not a clue."""


class Rule(StrEnum):
    """Marking rule: the clue of a guess for a secret."""

    CLASSIC = "classic"
    LETTERWISE = "letterwise"


def classic(secret: str, guess: str) -> Clue:
    """Mark a guess as the New York Times does.

    Correct places are marked first; the other copies of a letter are present, from
    the left, as long as the secret has copies that are not yet accounted for.

    Parameters
    ----------
    secret, guess : str
        Words of one length, in lower case.

    Returns
    -------
    int
        The clue.

    Examples
    --------
    >>> to_text(classic("mesas", "sassy"), 5)
    'iic..'
    """
    # Copies that are matched in place make no other letter present.
    spare = Counter(s for s, g in zip(secret, guess, strict=True) if s != g)
    marks = []
    for s, g in zip(secret, guess, strict=True):
        if s == g:
            marks.append(CORRECT)
        elif spare[g] > 0:
            spare[g] -= 1
            marks.append(PRESENT)
        else:
            marks.append(ABSENT)
    return from_marks(marks)


def letterwise(secret: str, guess: str) -> Clue:
    """Mark a guess as the WORDPL contest does, each letter on its own.

    A letter is correct in its place, else present if the secret has it anywhere.

    Parameters
    ----------
    secret, guess : str
        Words of one length, in lower case.

    Returns
    -------
    int
        The clue.

    Examples
    --------
    >>> to_text(letterwise("mesas", "sassy"), 5)
    'iici.'
    """
    return from_marks(
        CORRECT if s == g else PRESENT if g in secret else ABSENT
        for s, g in zip(secret, guess, strict=True)
    )


MARKERS: dict[Rule, Callable[[str, str], Clue]] = {
    Rule.CLASSIC: classic,
    Rule.LETTERWISE: letterwise,
}


def all_correct(length: int) -> Clue:
    """Return the clue of a right guess."""
    return int(3**length) - 1


def from_marks(marks: Iterable[int]) -> Clue:
    """Join marks, first letter first, into a clue.

    Examples
    --------
    >>> from_marks([2, 1, 0, 0, 2])
    191
    """
    clue = 0
    for mark in marks:
        clue = 3 * clue + mark
    return clue


def to_marks(clue: Clue, length: int) -> tuple[int, ...]:
    """Split a clue into its marks, first letter first."""
    return tuple(clue // 3**position % 3 for position in reversed(range(length)))


@lru_cache(maxsize=4096)
def to_text(clue: Clue, length: int, form: str = "letters") -> str:
    """Write a clue.

    Parameters
    ----------
    clue : int
        In base 3, first letter most significant.
    length : int
        Letters in the guess.
    form : {'letters', 'digits', 'tiles', 'dark tiles', 'contrast tiles', ...}
        ``letters`` is the contest's form.

    Returns
    -------
    str
        One character per letter.

    Examples
    --------
    >>> to_text(191, 5), to_text(191, 5, "digits"), to_text(191, 5, "tiles")
    ('ci..c', '21002', '🟩🟨⬜⬜🟩')
    """
    return "".join(_FORMS[form][mark] for mark in to_marks(clue, length))


def split(clue: Clue, boards: int, length: int) -> tuple[Clue, ...]:
    """Return the clues of each board from the clue of all, first board first."""
    base = 3**length
    return tuple(clue // base**board % base for board in reversed(range(boards)))


def join(clues: Iterable[Clue], length: int) -> Clue:
    """Return the clue of several boards from their clues, first board first."""
    whole = 0
    for clue in clues:
        whole = 3**length * whole + clue
    return whole


@lru_cache(maxsize=4096)
def parse(text: str, length: int) -> Clue:
    """Read a clue in any of its text forms.

    Parameters
    ----------
    text : str
        ``ci..c``, ``21002``, ``🟩🟨⬜⬜🟩``, ``gybbg``, ``2,1,0,0,2``; of digits 2 is
        correct and 1 present; ``correct present absent`` or ``green yellow grey``, one
        word a letter. Case, blanks, commas and brackets do not matter; tiles
        may be circles, hearts or of high contrast. ``_``, ``-``, ``x`` and ``w`` are
        absent, ``+`` and ``!`` correct. ``?`` is present beside one of ``_-.x+!``, and
        else absent, as in ``?i??c``.
    length : int
        Letters in the guess.

    Returns
    -------
    int
        The clue.

    Raises
    ------
    ClueError
        When the text has another length or a character that is no mark.

    Examples
    --------
    >>> parse("ci..c", 5) == parse("21002", 5) == parse("🟩🟨⬛⬛🟩", 5)
    True
    """
    # Names of marks become marks. Other words stay, and are refused below.
    letters = re.sub(
        "[a-z]{4,}", lambda word: _WORDS.get(word[0], word[0]), text.lower()
    )
    chars = [
        char
        for char in unicodedata.normalize("NFKC", letters)
        if char not in _BETWEEN and unicodedata.category(char) not in _INVISIBLE
    ]

    # People use "?" for either mark; the signs beside it say for which.
    unknown = PRESENT if any(char in _BESIDE for char in chars) else ABSENT
    marks = [unknown if char == "?" else _MARKS.get(char, -1) for char in chars]
    if len(marks) != length or -1 in marks:
        example = ("ci..cc.i." * length)[:length]
        raise ClueError(
            f"{text!r} is not a clue",
            f"{length} marks like {example!r}, "
            f"{to_text(parse(example, length), length, 'digits')!r} or "
            f"{to_text(parse(example, length), length, 'tiles')!r}: c correct, i "
            "present, . absent",
        )
    return from_marks(marks)
