"""SVG plots for HTML pages, in the colours of the page's theme.

Colours are from Okabe and Ito (2008), "Color Universal Design". Each colour becomes a
CSS variable, such as ``var(--blue, #0072b2)``, so that a dark page shows a dark plot.
Outside our pages, as in a notebook, lines and texts in the colour `INK` have the colour
of the text around the plot.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import escape
from typing import Any

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

_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))

_GROUP = re.compile(r'<g id="[^"]*"')
_SIZE = re.compile(r' width="\S+" height="\S+"')
# The colour of a shape or a stroke in a tag. The name of an entry does not match, even
# if the name contains a colour.
_COLOUR = re.compile(r"(?<=(?:fill|roke): )#\w{6}(?=[^<]*>)")

_LOOK: Any = {
    "font.size": 9.5,
    # A $ in a name is drawn as a $: it does not begin a formula.
    "text.parse_math": False,
    "svg.fonttype": "none",  # text elements: small, searchable, accessible
    "figure.facecolor": "none",  # so that the page's background is visible
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
    """Call `draw` with new axes, and return the drawing as an ``svg`` element.

    Equal calls return equal texts. `name` must be unique in the page, because the ids
    of the parts of the drawing are derived from `name`. `spoken` is the text for screen
    readers. `high` and `wide` are the height and the width of the drawing in inches; a
    page scales the drawing to the width of the page.
    """
    # Ids depend on the name alone, so that equal drawings are equal texts.
    with rc_context({**_LOOK, "svg.hashsalt": name}):
        figure = Figure(figsize=(wide, high), layout="constrained")
        draw(figure.add_subplot())
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata=_NO_METADATA)

    # Replace the colours by CSS variables, remove the size of the drawing, and add the
    # text for screen readers. Remove the ids of groups, because these ids are equal in
    # every drawing, and nothing refers to them.
    _, tag, rest = text.getvalue().partition("<svg")
    svg = _GROUP.sub("<g", _SIZE.sub("", rest, count=1))
    svg = _COLOUR.sub(lambda colour: _VARIABLES[colour[0]], svg)
    return f'{tag} role="img" aria-label="{escape(spoken)}"{svg}'


def to_file(svg: str) -> str:
    """Return the text of an SVG file with a drawing.

    The file has the colours of the light and of the dark theme of the pages.
    """
    # The drawing has a background of its own, so that a light drawing can be read on a
    # dark page, and a dark drawing on a light page.
    ground = f":root {{ background: var(--card, {CARD}); }}"
    style = " ".join(f"{ground} {bundle('styles/themes.css')}".split())
    tag, end, rest = svg.partition(">")
    return f"{tag}{end}<style>{style}</style>{rest}"
