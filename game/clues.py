"""Clues: their integer code, text forms and the two marking rules.

A clue has one mark for each letter of the guess: absent 0, present 1, correct 2. The
marks are the digits of an integer in base 3; the first letter has the highest digit.
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

# For each text form, the spellings of the three marks that people type or paste.
_FORMS = {
    "letters": ".ic",
    "digits": "012",
    "tiles": "⬜🟨🟩",
    "dark tiles": "⬛🟨🟩",
    "contrast tiles": "⬜🟦🟧",
    "colours": "byg",
    "dashes": "-yg",
}
_DASHES = "-\u2010\u2013\u2014\u2212"  # telephones write these in place of hyphens
_OTHERS = (f"xw_\u00b7{_DASHES}⚪⚫🤍🖤▫▪◻◼◽◾❌", "🟡🔵💛💙🟪", "+!🟢🟠💚🧡✅")
_MARKS = {
    char: mark
    for forms in (*_FORMS.values(), _OTHERS)
    for mark, chars in enumerate(forms)
    for char in chars
}
_WORDS = {"absent": ".", "present": "i", "correct": "c"}
_WORDS |= {"grey": ".", "gray": ".", "yellow": "i", "green": "c"}
# If a clue has one of these signs, "?" means present; otherwise "?" means absent.
_BESIDE = f"_.x+!{_DASHES}"

# Unicode categories of characters without width, like the selectors of emoji styles.
_INVISIBLE = frozenset(("Cf", "Me", "Mn"))
_BETWEEN = frozenset(" \t\n\r,;|()[]'\"")


class ClueError(InputError):
    """Error if a text is not a clue."""


class Rule(StrEnum):
    """Marking rule: how a guess gets its clue, given the secret."""

    CLASSIC = "classic"
    LETTERWISE = "letterwise"


def classic(secret: str, guess: str) -> Clue:
    """Mark a guess by the rule of classic Wordle, as the New York Times does.

    Letters in the correct position are marked first. Then the other letters are marked
    from the left: a letter is present if the secret has a copy of it that no earlier
    mark has used.

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
    # A letter of the secret that is guessed in its position cannot make another letter
    # of the guess present.
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
    """Mark a guess by the rule of the WORDPL contest: each letter by itself.

    A letter is correct if the secret has it in the same position. Otherwise it is
    present if the secret has it anywhere, and absent if not.

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
    """Return the clue of a right guess of `length` letters."""
    return int(3**length) - 1


def from_marks(marks: Iterable[int]) -> Clue:
    """Join the marks of a guess, from first to last letter, into a clue.

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
    """Split a clue into its marks, from first to last letter."""
    return tuple(clue // 3**position % 3 for position in reversed(range(length)))


@lru_cache(maxsize=4096)
def to_text(clue: Clue, length: int, form: str = "letters") -> str:
    """Return a clue as text.

    Parameters
    ----------
    clue : int
        The clue.
    length : int
        Letters in the guess.
    form : {'letters', 'digits', 'tiles', 'dark tiles', 'contrast tiles', ...}
        The text form. The contest uses ``letters``.

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
    """Split the joint clue of several boards into the clue of each board."""
    base = 3**length
    return tuple(clue // base**board % base for board in reversed(range(boards)))


def join(clues: Iterable[Clue], length: int) -> Clue:
    """Join the clues of several boards, from the first board on, into one clue."""
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
        A text like ``ci..c``, ``21002``, ``gybbg``, ``2,1,0,0,2`` or ``🟩🟨⬜⬜🟩``.
        The digit 2 is correct, 1 present, 0 absent. You can also write a word for each
        letter: ``correct``, ``present``, ``absent``, or ``green``, ``yellow``,
        ``grey``. Case, blanks, commas and brackets do not matter. Tiles may be circles,
        hearts, or tiles of high contrast. ``_``, ``-``, ``x`` and ``w`` mean absent;
        ``+`` and ``!`` mean correct. ``?`` means present if the text has one of the
        signs ``_-.x+!``; otherwise it means absent, as in ``?i??c``.
    length : int
        Letters in the guess.

    Returns
    -------
    int
        The clue.

    Raises
    ------
    ClueError
        If the text does not have `length` marks, or has a character that is no mark.

    Examples
    --------
    >>> parse("ci..c", 5) == parse("21002", 5) == parse("🟩🟨⬛⬛🟩", 5)
    True
    """
    # Replace names of marks, like "green", by marks. All other words stay in the text,
    # and are refused below.
    letters = re.sub(
        "[a-z]{4,}", lambda word: _WORDS.get(word[0], word[0]), text.lower()
    )
    chars = [
        char
        for char in unicodedata.normalize("NFKC", letters)
        if char not in _BETWEEN and unicodedata.category(char) not in _INVISIBLE
    ]

    # Some people write "?" for present, others for absent. The other signs of the clue
    # show which of the two is meant.
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
