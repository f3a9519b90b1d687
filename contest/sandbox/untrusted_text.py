"""Untrusted text made safe for terminals, tables and spreadsheets."""

from __future__ import annotations

from typing import Any

from game.text.formats import is_formula, is_visible

_LONGEST = 200  # largest number of characters of a line


def mask_invisible(text: str) -> str:
    """Return untrusted text with a question mark for each invisible character.

    Examples
    --------
    >>> mask_invisible("a" + chr(27) + "[31mb")
    'a?[31mb'
    """
    if is_visible(text):
        return text
    return "".join(c if is_visible(c) else "?" for c in text)


def sanitize_values(value: Any) -> Any:
    """Return a value of JSON in which all texts are safe for a terminal.

    `sanitize_lines` makes the texts safe, also texts in nested lists and dicts.

    Examples
    --------
    >>> sanitize_values({"seed": [chr(27), 1]})
    {'seed': ['?', 1]}
    """
    if isinstance(value, list):
        return [sanitize_values(item) for item in value]
    if isinstance(value, dict):
        return {
            mask_invisible(name): sanitize_values(item) for name, item in value.items()
        }
    return sanitize_lines(value) if isinstance(value, str) else value


def sanitize(text: object) -> str:
    """Return untrusted text as one printable line, safe for terminals and CSV.

    If `text` is not a string, its repr is returned as such a line. A long line is cut.
    """
    line = str(text) if isinstance(text, str) else repr(text)
    clean = mask_invisible(line[:_LONGEST])
    # A spreadsheet evaluates a cell that begins like a formula.
    return f"'{clean}" if is_formula(clean) else clean


def sanitize_lines(text: str) -> str:
    r"""Return untrusted text of several lines, safe for a terminal.

    Examples
    --------
    >>> sanitize_lines("a" + chr(27) + "[31mb" + chr(13) + chr(10) + "c")
    'a?[31mb\nc'
    """
    lines = text.expandtabs(4).splitlines(keepends=True)
    return "".join(
        mask_invisible(line.rstrip("\r\n"))
        + ("\n" if line.endswith(("\n", "\r")) else "")
        for line in lines
    )
