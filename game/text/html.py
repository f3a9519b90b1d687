"""HTML fragments for notebooks: tiles, tables and folding lists."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from game.clues import Clue, to_marks
from game.spelling import upper

_MARKS = ("absent", "present", "correct")


@cache
def style() -> str:
    """Return the style sheet of `tiles`, for elements of the class ``clueproof``."""
    return Path(__file__).with_name("tiles.css").read_text(encoding="utf-8")


def add_style(body: str) -> str:
    """Return the HTML fragment `body` together with the style sheet of its tiles."""
    return f'<div class="clueproof"><style>{style()}</style>\n{body}</div>'


def tiles(guess: str, clue: Clue) -> str:
    """Return a guess with its clue as tiles in HTML, with an accessible label.

    Examples
    --------
    >>> print(tiles("abed", 2))
    <span role="img" aria-label="a absent, b absent, e absent, d correct">\
<i class="a">A</i><i class="a">B</i><i class="a">E</i><i class="c">D</i></span>
    """
    marks = [_MARKS[mark] for mark in to_marks(clue, len(guess))]
    pairs = list(zip(guess, marks, strict=True))
    boxes = "".join(f'<i class="{mark[0]}">{upper(x)}</i>' for x, mark in pairs)
    label = ", ".join(f"{letter} {mark}" for letter, mark in pairs)
    if len(set(marks)) == 1:
        label = f"{guess}: all {marks[0]}"
    return f'<span role="img" aria-label="{label}">{boxes}</span>'


def table(
    titles: Iterable[str], rows: Iterable[Iterable[str]], caption: str = ""
) -> str:
    """Return an HTML table with a row of titles above `rows`.

    The cells and titles are HTML and are not escaped.
    """
    heading = f"<caption>{caption}</caption>" if caption else ""
    lines = [_row("th", titles), *(_row("td", cells) for cells in rows)]
    return "\n".join([f"<table>{heading}", *lines, "</table>"])


def meter(share: float) -> str:
    """Return an HTML bar that is filled to the share `share`, from 0 to 1."""
    return f"<meter value={share:.3f}></meter>"


def bullets(items: Iterable[str]) -> str:
    """Return an HTML list with bullets; `items` are HTML and are not escaped."""
    lines = "".join(f"<li>{item}</li>\n" for item in items)
    return f"<ul>\n{lines}</ul>\n"


def fold_below(summary: str, body: str, *, is_open: bool = False) -> str:
    """Return an HTML element in which a click on `summary` shows or hides `body`."""
    tag = "details open" if is_open else "details"
    return f"<{tag}><summary>{summary}</summary>\n{body}</details>"


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in cells)}</tr>"
