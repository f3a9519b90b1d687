"""Formats of counts, scores, percentages and names of entries, for readers."""

from __future__ import annotations

import math
import re
import unicodedata

# Characters that Python counts as printable, but that readers do not see. Most of them
# have the property Default_Ignorable_Code_Point (Unicode 16.0,
# DerivedCoreProperties.txt); the others are blank symbols. Python counts all other
# characters with this property as not printable.
_BLANK = frozenset(
    (
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x13441),
        *(0x13442, 0x16FE4, 0x1D159),
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    )
)

_CALL = re.compile(r"\w+\(")


def format_count(count: float, noun: str) -> str:
    """Return a count, or infinity, with its noun in the singular or plural.

    A final y of the noun must follow a consonant.

    Examples
    --------
    >>> format_count(1, "game"), format_count(2315, "game")
    ('1 game', '2,315 games')
    >>> format_count(0, "entry"), format_count(2, "guess")
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
    """Return whether a text has only spaces and characters that readers can see.

    Examples
    --------
    >>> is_visible("día 1"), is_visible(chr(0x3164)), is_visible("a" + chr(10))
    (True, False, False)
    """
    return text.isprintable() and (text.isascii() or _BLANK.isdisjoint(map(ord, text)))


def number(value: float) -> str:
    """Return a number as text with ten significant digits; a whole number has no point.

    The rounding hides binary rounding errors in sums of decimal prices. All files and
    screens use this function.

    Examples
    --------
    >>> number(9.3 + 5.3), number(12.0), number(float("inf")), number(-0.0)
    ('14.6', '12', 'inf', '0')
    """
    return f"{value + 0.0:.10g}"


def format_score(score: float, unknown: str = "-", endless: str = "inf") -> str:
    """Return a score as text for readers, with at most four decimals.

    The text of NaN is `unknown`, and the text of infinity is `endless`.

    Examples
    --------
    >>> format_score(14.600000000000001), format_score(7946.0)
    ('14.6', '7946')
    """
    if not math.isfinite(score):
        return unknown if math.isnan(score) else endless
    return number(round(score, 4))


def letter_label(index: int) -> str:
    """Return the label of an index, counted from 0: A to Z, then AA, AB and so on.

    Examples
    --------
    >>> letter_label(0), letter_label(25), letter_label(26), letter_label(52)
    ('A', 'Z', 'AA', 'BA')
    """
    before, last = divmod(index, 26)
    return (letter_label(before - 1) if before else "") + chr(ord("A") + last)


def percent(share: float) -> str:
    """Return a probability as a percentage with enough decimals to differ from 100 %.

    There are at most four decimals.

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
    """Return a probability as a percentage with two digits and without an exponent.

    Examples
    --------
    >>> rough_percent(0.9996), rough_percent(0.31), rough_percent(0.0041)
    ('100 %', '31 %', '0.41 %')
    >>> rough_percent(6.8e-7)
    'below 0.001 %'
    """
    percentage = 100 * share
    if percentage < 1e-3:
        return "below 0.001 %"
    decimals = max(0, 1 - math.floor(math.log10(percentage)))
    return f"{percentage:.{decimals}f} %"


def percent_with_error(share: float, error: float) -> str:
    """Return a probability with its standard error, as percentages.

    The error has two digits.

    Examples
    --------
    >>> percent_with_error(0.05288, 0.00051), percent_with_error(0.5, float("nan"))
    ('5.288 ± 0.051 %', '50 %')
    """
    return f"{with_error(100 * share, 100 * error)} %"


def with_error(value: float, error: float, most: int = 4) -> str:
    """Return a value ± its error; the error has two digits.

    There are at most `most` decimals. An error that is smaller than half a unit of the
    last decimal is left out.

    Examples
    --------
    >>> with_error(0.2241, 0.0583), with_error(50.0, float("nan"))
    ('0.224 ± 0.058', '50')
    >>> with_error(3.9468, 0.0084, most=1)
    '3.9'
    """
    if math.isnan(error):
        return f"{value:.3g}"
    decimals = 1
    if error > 0:
        decimals = min(most, max(0, 1 - math.floor(math.log10(error))))
        if error * 10**decimals < 0.5:
            return f"{value:.{decimals}f}"
    return f"{value:.{decimals}f} ± {error:.{decimals}f}"


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet may interpret the text of a cell as a formula.

    Wide and small forms of a sign count as the sign itself.

    Examples
    --------
    >>> is_formula("=1+1"), is_formula("\uff1d1"), is_formula(" +1"), is_formula("1+1")
    (True, True, True, False)
    """
    plain = unicodedata.normalize("NFKC", text).lstrip()
    return plain.startswith(("=", "+", "-", "\u2212", "@"))


def custom_name(entry: str, name: str) -> str:
    """Return the name of a strategy if its author chose one, else an empty string.

    `name` is the result of the strategy's method ``__str__``. `entry` is the text by
    which a command names the strategy. A name that is equal to `entry`, or that is a
    constructor call like ``Mine(x=1)``, was not chosen by the author.

    Examples
    --------
    >>> custom_name("mine.py:Mine(x=1)", "Mine, 1"), custom_name("entropy", "Entropy()")
    ('Mine, 1', '')
    """
    return "" if name == entry or _CALL.match(name) else name
