"""SVG plots for HTML pages, in the colours of the page's theme.

Colours are those of Okabe and Ito (2008), "Color Universal Design". Each becomes a CSS
variable, ``var(--blue, #0072b2)``, so that a dark page shows a dark plot. Elsewhere, as
in a notebook, ink has the colour of the text around the plot.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

from markupsafe import escape
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from contest.pages.template import bundle

_THEME = {
    "ink": "#1d2327",
    "faint": "#767676",
    "card": "#ffffff",
    "blue": "#0072b2",
    "orange": "#e69f00",
    "green": "#009e73",
    "red": "#d55e00",
    "purple": "#cc79a7",
    "sky": "#56b4e9",
}
INK, FAINT, CARD, BLUE, ORANGE, GREEN, RED, PURPLE, SKY = _THEME.values()
_VARIABLES = {colour: f"var(--{name}, {colour})" for name, colour in _THEME.items()}
_VARIABLES[INK] = "var(--ink, currentColor)"

_LOOK: Any = {
    "font.size": 9.5,
    "text.parse_math": False,  # a $ in a name is a $
    "svg.fonttype": "none",  # text elements: small, searchable, accessible
    "figure.facecolor": "none",  # the page's card
    "axes.facecolor": "none",
    "axes.edgecolor": FAINT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "hatch.linewidth": 0.5,
}


def draw_svg(
    draw: Callable[[Axes], None],
    name: str,
    spoken: str,
    high: float = 4.1,
    wide: float = 5.2,
) -> str:
    """Return the drawing of a function as an ``svg`` element, the same at every call.

    The ids of parts are derived from `name`, which is unique in the page; `spoken` is
    the text for screen readers. Height and width are in inches; a page scales the
    drawing to its width.
    """
    with rc_context({**_LOOK, "svg.hashsalt": name}):
        figure = Figure(figsize=(wide, high), layout="constrained")
        draw(figure.add_subplot())
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return _element(text.getvalue(), spoken)


def svg_file(element: str) -> str:
    """Return an ``svg`` element as a file, dark where the reader's theme is dark."""
    sheet = bundle("styles/plots.css")
    dark = re.findall(
        r"(@media \(prefers-color-scheme: dark\) \{.*?\n\})", sheet, re.DOTALL
    )
    # A background, so that it can be read on a page of the other theme.
    rules = [f":root {{ background: var(--card, {CARD}); }}", *dark]
    style = f"<style>{' '.join(' '.join(rules).split())}</style>"
    return re.sub(r"(<svg[^>]*>)", rf"\1{style}", element, count=1) + "\n"


def legend(axes: Axes, ncols: int = 2) -> None:
    """Put the legend below the picture."""
    axes.figure.legend(loc="outside lower center", ncols=ncols)


def _element(text: str, spoken: str) -> str:
    """Return an SVG file as an element of a page, in the colours of its theme."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', text))
    text = re.sub(
        r' id="([^"]+)"', lambda match: match[0] if match[1] in used else "", text
    )
    text = re.sub(
        r' style="[^"]*"',
        lambda style: re.sub("#[0-9a-f]{6}", lambda c: _VARIABLES[c[0]], style[0]),
        text,
    )
    for size in ("width", "height"):
        text = re.sub(rf'(<svg[^>]*?) {size}="[^"]*"', r"\1", text, count=1)
    return text.replace("<svg", f'<svg role="img" aria-label="{escape(spoken)}"', 1)
