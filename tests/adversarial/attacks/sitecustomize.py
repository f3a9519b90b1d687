"""A file that every Python imports when it starts, if it finds it."""

from _tools import WRONG, expect


@expect("wrong")
def sitecustomize(self):
    """Bear a name that every Python imports. No Python of the referee looks here."""
    return WRONG, 0


ENTRIES = [sitecustomize()]
