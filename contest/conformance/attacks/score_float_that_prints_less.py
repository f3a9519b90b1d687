"""Pay with a float whose text says less than its value.

A price is read once, as the number that it is: wrong, with 9.5 paid.
"""

from _tools import Attack

EXPECT = "wrong"
MOVES = "slate:9.5"


class Cheap(float):
    __repr__ = __str__ = __format__ = lambda self, *_: "0.5"


class Mine(Attack):
    def attack(self):
        return "slate", Cheap(9.5)


ENTRIES = [Mine()]
