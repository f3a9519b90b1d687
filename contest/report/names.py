"""Names of entries, broken into lines between their arguments."""

from __future__ import annotations

import re
import textwrap

from markupsafe import Markup, escape


def parts(entry: str) -> list[str]:
    """Split an entry's name before each argument of its call.

    Examples
    --------
    >>> parts("k_guesses:KGuesses(schedule=(9.0, 5.3), opening='trace')")
    ['k_guesses:KGuesses(', 'schedule=(9.0, 5.3),', " opening='trace')"]
    """
    found, depth, quote = [""], 0, ""
    for sign in entry:
        found[-1] += sign
        if quote or sign in "'\"":
            quote = "" if sign == quote else quote or sign
            continue
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 1 and (sign in "(,"):
            found.append("")
    return [part for part in found if part]


def wrapped(entry: str, width: int) -> list[str]:
    """Return an entry's name as lines; only what is wider than a line is cut.

    Examples
    --------
    >>> wrapped("k_guesses:KGuesses(schedule=(9.0, 5.3), opening='trace')", 40)
    ['k_guesses:KGuesses(schedule=(9.0, 5.3),', "opening='trace')"]
    """
    lines = [""]
    for part in parts(entry):
        if lines[-1] and len(lines[-1] + part) > width:
            lines.append(part.strip())
        else:
            lines[-1] += part
    return [short for line in lines for short in textwrap.wrap(line, width) or [""]]


def breakable(entry: str) -> Markup:
    """Return an entry's name as HTML that breaks between arguments if possible."""
    found = ""
    for part in parts(entry):
        space = " " if part.startswith(" ") else ""
        # Within an argument that is wider than its line, a line ends after a sign.
        text = re.sub(r"([_(,:/=])", r"\1<wbr>", str(escape(part.strip())))
        found += f"{space}<span>{text}</span>"
    return Markup(found)
