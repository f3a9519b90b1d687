"""Text folded to the width of a screen."""

from __future__ import annotations

import textwrap

WIDE = 10_000
"""Width of output that is not a terminal."""

PROSE = 86
"""Widest line of an explanation."""


def folded(text: str, width: int) -> str:
    """Return text with every line that is too long broken between words.

    A word that is too long stays whole, like a path to be copied. A number and its per
    cent sign are one word.

    Parameters
    ----------
    text : str
        Any number of lines.
    width : int
        Of the screen.

    Examples
    --------
    >>> print(folded("seed: 7, run: results/runs/7", 24))
    seed: 7, run:
        results/runs/7
    """
    lines = []
    for line in text.split("\n"):
        if len(line) <= width or "\x1b" in line:  # colours take no room
            lines.append(line)
            continue
        indent = " " * (len(line) - len(line.lstrip(" ")))
        parts = textwrap.wrap(
            line.replace(" %", "\N{NO-BREAK SPACE}%"),
            width,
            subsequent_indent=f"{indent}    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        lines += [part.replace("\N{NO-BREAK SPACE}%", " %") for part in parts]
    return "\n".join(lines)
