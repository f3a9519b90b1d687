"""Formatting of counts, numbers, shares and marks for readers."""

from __future__ import annotations

import math
import unicodedata
from textwrap import wrap

from game.clues import MARKERS, Rule, to_text
from game.noise import keep_probability

MARK_MEANINGS = {
    "c": ("correct", "green", "the letter is at this place of the word"),
    "i": ("present", "yellow", "the letter is elsewhere in the word"),
    ".": ("absent", "grey", "the letter is not in the word"),
}
"""Name, colour and meaning of each mark."""

SHAPES = (" {} ", "({})", "[{}]")
"""How a letter is drawn in a terminal, by its mark, with and without colours."""

PRICES = (1, 3, 6, 9, 12, 15, 20, 30)
"""Prices of which rules say what they buy, in nats."""

SOURCES = {
    "game": ("Oblivious", "https://games.oblivious.com/games/wordpl"),
    "contest": ("Damien Desfontaines", "https://github.com/TedTed/wordpl"),
    "post": ("his", "https://desfontain.es/blog/wordpl.html"),
    "records": ("marcpare, the first", "https://github.com/marcpare/wordpl_lab"),
}
"""Where WORDPL comes from: by whom, and the address."""


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


def marks_help(rule: Rule) -> list[tuple[str, str]]:
    """Return the meaning of each mark, as lines of a help text: a term and its text."""
    return [
        *(
            (f"{mark} {shape.format('A')} {colour}", f"{name}: {meaning}")
            for shape, (mark, (name, colour, meaning)) in zip(
                reversed(SHAPES), MARK_MEANINGS.items(), strict=True
            )
        ),
        *(("", line) for line in wrap(repeated_letters(rule), 60)),
    ]


def rules_help(rule: Rule, length: int) -> list[tuple[str, str]]:
    """Return `marks_help` and, for WORDPL, what a price buys and where it comes from.

    Examples
    --------
    >>> for term, text in rules_help(Rule.LETTERWISE, 5)[6:8]:
    ...     print(f"{term:<15}{text}")
    price                1      3      6      9     12     15     20     30
    a mark is true    38 %   48 %   62 %   75 %   85 %   91 %   96 % 99.5 %
    """
    marks = marks_help(rule)
    if rule is Rule.CLASSIC:
        return marks
    keep = [keep_probability(price, length) for price in PRICES]
    table = {
        "price": [str(price) for price in PRICES],
        "a mark is true": [percent(k) for k in keep],
        "marks that lie": [f"{length * (1 - k):.1f}" for k in keep],
        "no mark lies": [f"{100 * k**length:.0f} %" for k in keep],
    }
    lines = [(name, "".join(f"{x:>7}" for x in row)) for name, row in table.items()]
    sources = [(what, f"{link} ({who})") for what, (who, link) in SOURCES.items()]
    return [*marks, ("", ""), *lines, *sources]


def repeated_letters(rule: Rule) -> str:
    """Describe how a rule marks a letter that occurs several times in a guess.

    Examples
    --------
    >>> print(repeated_letters(Rule.LETTERWISE))
    Each copy of a letter is marked by its place alone: EERIE against CRANE is iii.c \
(in Wordle ..i.c).
    >>> print(repeated_letters(Rule.CLASSIC))
    No more copies of a letter are marked than the word has: EERIE against CRANE is \
..i.c (in WORDPL iii.c).
    """
    own, other = (
        to_text(MARKERS[r]("crane", "eerie"), 5)
        for r in (rule, *(r for r in Rule if r is not rule))
    )
    if rule is Rule.LETTERWISE:
        how, game = "Each copy of a letter is marked by its place alone", "Wordle"
    else:
        how, game = "No more copies of a letter are marked than the word has", "WORDPL"
    return f"{how}: EERIE against CRANE is {own} (in {game} {other})."


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


def letters(place: int) -> str:
    """Return the letter of a place: A to Z, then AA.

    Examples
    --------
    >>> letters(0), letters(25), letters(26), letters(52)
    ('A', 'Z', 'AA', 'BA')
    """
    before, last = divmod(place, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + last)


def percent(share: float) -> str:
    """Write a share with enough digits to differ from 100 %, at most four.

    Examples
    --------
    >>> percent(0.85), percent(0.99933), percent(1 - 1e-9)
    ('85 %', '99.93 %', 'over 99.9999 %')
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
