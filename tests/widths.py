"""Widths of terminals, and what fits on a line of one."""

import re

WIDTHS = (60, 80, 120)


def plain(text):
    """Return a text without colours."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


def fits(line, width):
    """Whether a line fits; what is to be copied, like a path, is not broken."""
    to_copy = line.startswith("python ") or " " not in line.strip()
    return len(line) <= width or to_copy


def too_long(text, width):
    """Return the lines of a text that do not fit."""
    return [line for line in plain(text).splitlines() if not fits(line, width)]
