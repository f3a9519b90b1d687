"""What people read: a count and its noun."""

from __future__ import annotations


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
