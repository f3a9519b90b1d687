"""SVG plots for HTML pages, in the colours of the page's theme.

Colours are from Okabe and Ito (2008), "Color Universal Design". Each becomes a CSS
variable, ``var(--blue, #0072b2)``, so that a dark page shows a dark plot. Elsewhere, as
in a notebook, ink has the colour of the text around the plot.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

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

_SVG = "http://www.w3.org/2000/svg"
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))

ElementTree.register_namespace("", _SVG)
ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")

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
    *,
    is_file: bool = False,
) -> str:
    """Return the drawing of a function as an ``svg`` element, the same at every call.

    The ids of parts are derived from `name`, which is unique in the page; `spoken` is
    the text for screen readers. Height and width are in inches; a page scales the
    drawing to its width. A file of its own has the dark theme in it.
    """
    # The ids depend on the name alone, so that the same drawing is the same text.
    with rc_context({**_LOOK, "svg.hashsalt": name}):
        figure = Figure(figsize=(wide, high), layout="constrained")
        draw(figure.add_subplot())
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata=_NO_METADATA)

    # Matplotlib knows no page: size, colours and spoken text are added here.
    root = ElementTree.fromstring(text.getvalue())
    _adapt_to_page(root, spoken)
    if is_file:
        style = ElementTree.Element(f"{{{_SVG}}}style")
        style.text = _file_style()
        root.insert(0, style)
    element = ElementTree.tostring(root, encoding="unicode")
    return f"{element}\n" if is_file else element


def _adapt_to_page(root: ElementTree.Element, spoken: str) -> None:
    """Give a drawing the size and the colours of its page, and the text to speak."""
    del root.attrib["width"], root.attrib["height"]
    root.attrib.update({"role": "img", "aria-label": spoken})
    for group in root.iter(f"{{{_SVG}}}g"):
        group.attrib.pop("id", None)  # the same in every drawing, and never used
    for element in root.iter():
        if style := element.get("style"):
            for colour, variable in _VARIABLES.items():
                style = style.replace(colour, variable)
            element.set("style", style)


def _file_style() -> str:
    """Return the style of a drawing that is a file: dark where the theme is dark."""
    dark = re.findall(
        r"(@media \(prefers-color-scheme: dark\) \{.*?\n\})",
        bundle("styles/plots.css"),
        re.DOTALL,
    )
    # A background, so that it can be read on a page of the other theme.
    rules = [f":root {{ background: var(--card, {CARD}); }}", *dark]
    return " ".join(" ".join(rules).split())
