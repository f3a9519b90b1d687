"""What people and their programs read: counts with nouns, text in tables."""

from __future__ import annotations

import unicodedata


def counted(count: float, noun: str) -> str:
    """Return a count with its noun, which has an s, -es or -ies unless it is one.

    Parameters
    ----------
    count : whole number, or infinity
        How many there are.
    noun : str
        What is counted, as one; with a consonant before a y at its end.

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


def is_formula(text: str) -> bool:
    """Whether a spreadsheet may take the text of a cell for a formula.

    The wide and the small forms of a sign count as that sign.

    Examples
    --------
    >>> is_formula("=1+1"), is_formula("\uff1d1"), is_formula(" +1"), is_formula("1+1")
    (True, True, True, False)
    """
    plain = unicodedata.normalize("NFKC", text).lstrip()
    return plain.startswith(("=", "+", "-", "\u2212", "@"))
