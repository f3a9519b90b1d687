"""Texts folded to the width of a screen."""

from __future__ import annotations

import re
import textwrap

WIDE = 10_000
"""Width of output that does not go to a terminal, in characters."""

PROSE = 86
"""Largest width of an explanation below a table, in characters."""

_COLOUR = re.compile(r"\x1b\[[\d;]*m")
_RESET = "\x1b[0m"
_COMMAND = re.compile(r"\S*python\S* .*\.py|'.*python\S*' .*\.py|clueproof \w+ ")
# The start of a line in a list of terms: a term and the blanks after the term, or only
# the blanks below a term.
_TERM = re.compile(r".*\S {2,}(?=\S)| {8,}")


def fold_text(text: str, width: int) -> str:
    """Return text in which lines longer than `width` are broken between words.

    The rest of a broken line is indented. If a line has a term and its explanation, the
    rest of the explanation stands below the start of the explanation. A number and its
    per cent sign are one word. A command is not broken, so that you can copy the
    command. A single word is not broken either, even if it is longer than `width`, like
    a path.

    Examples
    --------
    >>> print(fold_text("seed: 7, run: results/runs/7", 24))
    seed: 7, run:
        results/runs/7
    >>> print(fold_text("  help  show what can be typed", 24))
      help  show what can be
            typed
    """
    lines = []
    for line in text.split("\n"):
        # Coloured text at the start of a line counts as a word of its visible width.
        painted, reset, plain = line.rpartition(_RESET)
        cover = "\0" * len(_COLOUR.sub("", painted))
        plain = cover + plain.replace(" %", "\N{NO-BREAK SPACE}%")
        if len(plain) <= width or _COMMAND.match(plain):
            lines.append(line)
            continue
        start = len(plain) - len(plain.lstrip(" ")) + 4
        if (term := _TERM.match(plain)) and term.end() <= width / 2:
            start = term.end()
        parts = textwrap.wrap(
            plain,
            width,
            subsequent_indent=" " * start,
            break_long_words=False,
            break_on_hyphens=False,
        )
        whole = "\n".join(parts).replace("\N{NO-BREAK SPACE}%", " %")
        lines.append(painted + reset + whole[len(cover) :])
    return "\n".join(lines)


def fold_note(text: str, width: int) -> str:
    """Return an explanation folded to `width`, or to `PROSE` if `PROSE` is smaller."""
    return fold_text(text, min(width, PROSE))
