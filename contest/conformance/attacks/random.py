"""Bear the name of a module of the library, beside all the other strategies.

Nobody takes it for the library's: wrong here, and every other attack shows it too.
"""

from _tools import Attack

EXPECT = "wrong"


def random():
    return 0.0


seed = choice = getrandbits = Random = None


class Mine(Attack):
    pass


ENTRIES = [Mine()]
