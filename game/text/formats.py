"""Formats of counts, numbers and shares in text for readers."""

from __future__ import annotations

import math
import unicodedata

# Printable characters without a picture of their own. Most have the property
# Default_Ignorable_Code_Point (Unicode 16.0, DerivedCoreProperties.txt), the others
# are blank symbols; Python counts the rest of that property as not printable.
_BLANK = frozenset(
    (
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x13441),
        *(0x13442, 0x16FE4, 0x1D159),
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    )
)


def counted(count: float, noun: str) -> str:
    """Return a count, or infinity, with its noun in the singular or plural.

    A final y of the noun must follow a consonant.

    Examples
    --------
    >>> counted(1, "game"), counted(2315, "game")
    ('1 game', '2,315 games')
    >>> counted(0, "entry"), counted(2, "guess")
    ('0 entries', '2 guesses')
    """
    if count == 1:
        return f"1 {noun}"
    if noun.endswith("y"):
        noun = f"{noun[:-1]}ie"
    elif noun.endswith("s"):
        noun += "e"
    return f"{count:,} {noun}s"


def is_visible(text: str) -> bool:
    """Return whether a text consists of characters that readers see, and spaces.

    Examples
    --------
    >>> is_visible("día 1"), is_visible(chr(0x3164)), is_visible("a" + chr(10))
    (True, False, False)
    """
    return text.isprintable() and (text.isascii() or _BLANK.isdisjoint(map(ord, text)))


def number(value: float) -> str:
    """Write a number to ten significant digits, a whole one without a point.

    Rounding hides the binary rounding errors of sums of decimal prices. Files and
    screens use this function alone.

    Examples
    --------
    >>> number(9.3 + 5.3), number(12.0), number(float("inf")), number(-0.0)
    ('14.6', '12', 'inf', '0')
    """
    return f"{value + 0.0:.10g}"


def letter_label(index: int) -> str:
    """Return the letter of a place: A to Z, then AA.

    Examples
    --------
    >>> letter_label(0), letter_label(25), letter_label(26), letter_label(52)
    ('A', 'Z', 'AA', 'BA')
    """
    before, last = divmod(index, 26)
    return (letter_label(before - 1) if before else "") + chr(ord("A") + last)


def percent(share: float) -> str:
    """Write a share with enough digits to differ from 100 %, at most four.

    Examples
    --------
    >>> percent(0.85), percent(0.99005), percent(0.99933), percent(1 - 1e-9)
    ('85 %', '99.0 %', '99.93 %', 'over 99.9999 %')
    """
    missing = 100 * (1 - share)
    if missing < 1e-4:
        return "over 99.9999 %"
    return f"{100 * share:.{max(0, -math.floor(math.log10(missing)))}f} %"


def rough_percent(share: float) -> str:
    """Write a share with two digits, without an exponent.

    Examples
    --------
    >>> rough_percent(0.9996), rough_percent(0.31), rough_percent(0.0041)
    ('100 %', '31 %', '0.41 %')
    >>> rough_percent(6.8e-7)
    'below 0.001 %'
    """
    shown = 100 * share
    if shown < 1e-3:
        return "below 0.001 %"
    return f"{shown:.{max(0, 1 - math.floor(math.log10(shown)))}f} %"


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet may interpret the text of a cell as a formula.

    The wide and the small forms of a sign count as that sign.

    Examples
    --------
    >>> is_formula("=1+1"), is_formula("\uff1d1"), is_formula(" +1"), is_formula("1+1")
    (True, True, True, False)
    """
    plain = unicodedata.normalize("NFKC", text).lstrip()
    return plain.startswith(("=", "+", "-", "\u2212", "@"))
