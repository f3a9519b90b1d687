"""Return a tuple that changes from one look to the next.

It is looked at once, on the strategy's side: no outcome but wrong or invalid.
"""

from _tools import WRONG, Attack

EXPECT = {"wrong", "invalid"}


class Pair(tuple):
    looks = 0

    def __len__(self):
        return 2

    def __iter__(self):
        type(self).looks += 1
        return iter((WRONG, 0) if self.looks % 2 else (WRONG, -1000.0))


class Mine(Attack):
    def attack(self):
        return Pair((WRONG, 9.5, 9.5))


ENTRIES = [Mine()]
