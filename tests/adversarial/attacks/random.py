"""A file with the name of a module of the library."""

from _tools import WRONG, expect

seed = choice = getrandbits = Random = None


@expect("wrong")
def random(self):
    """Bear the name of a module of the library, beside all the other strategies. Nobody
    takes it for the library's, which every other attack shows too."""
    return WRONG, 0


ENTRIES = [random()]
