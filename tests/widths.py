"""Widths of terminals, and the check that lines fit into a terminal."""

import re

WIDTHS = (60, 80, 120)


def plain(text):
    """Return a text without its escape sequences, such as colours."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


def fits(line, width):
    """Return whether a line fits; a command or a path may be longer."""
    to_copy = line.startswith("python ") or " " not in line.strip()
    return len(line) <= width or to_copy


def too_long(text, width):
    """Return the lines of a text that do not fit into `width` columns."""
    return [line for line in plain(text).splitlines() if not fits(line, width)]
