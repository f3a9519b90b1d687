"""Names of entries as HTML that breaks between their arguments."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from contest.report.terminal.layout import parts


def breakable(entry: str) -> Markup:
    """Return an entry's name as HTML that breaks between arguments if possible."""
    found = ""
    for part in parts(entry):
        space = " " if part.startswith(" ") else ""
        # Within an argument that is wider than its line, a line ends after a sign.
        text = re.sub(r"([_(,:/=])", r"\1<wbr>", str(escape(part.strip())))
        found += f"{space}<span>{text}</span>"
    return Markup(found)
