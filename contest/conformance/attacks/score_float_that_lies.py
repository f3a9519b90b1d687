"""Pay with a float that converts, compares, adds and hashes as it likes.

Nothing of it reaches the referee but the number: wrong, with 9.5 paid.
"""

from _tools import Attack

EXPECT = "wrong"
MOVES = "slate:9.5"


class Liar(float):
    __float__ = __add__ = __radd__ = __neg__ = __abs__ = lambda self, *_: -1000.0
    __eq__ = __lt__ = __gt__ = __le__ = __ge__ = __bool__ = lambda self, *_: True
    __hash__ = __index__ = __int__ = lambda self: 0

    def __reduce__(self):
        return float, (-1000.0,)


class Mine(Attack):
    def attack(self):
        return "slate", Liar(9.5)


ENTRIES = [Mine()]
