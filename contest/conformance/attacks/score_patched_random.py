"""Replace random's functions, so that the noise never lies.

The noise is drawn elsewhere: wrong, with the price as it was sent.
"""

import random

from _tools import Attack

EXPECT = "wrong"
MOVES = "slate:9.5"

for name in ("random", "randint", "choice", "choices", "getrandbits", "uniform"):
    setattr(random, name, lambda *_: 0.0)


class Mine(Attack):
    def attack(self):
        return "slate", 9.5


ENTRIES = [Mine()]
