"""Replace math's functions, with which a budget is summed and noise weighed.

The referee has its own: wrong, with the price as it was sent.
"""

import math

from _tools import Attack

EXPECT = "wrong"
MOVES = "slate:9.5"

math.exp = lambda x: 1e9
math.fsum = sum = lambda x: -1000.0
math.isnan = math.isinf = lambda x: False


class Mine(Attack):
    def attack(self):
        return "slate", 9.5


ENTRIES = [Mine()]
