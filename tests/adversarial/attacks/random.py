"""A file with the name of a module of the library."""

from _tools import WRONG, expect

seed = choice = getrandbits = Random = None


@expect("wrong")
def random(self):
    """Bear the name of a module of the library. Nobody takes it for the library's."""
    return WRONG, 0


ENTRIES = [random()]
