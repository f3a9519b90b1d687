"""Pay less than nothing, no number, or without end.

Invalid, all of them.
"""

from _tools import WRONG, Attack

EXPECT = "invalid"
GAMES = 8
PRICES = [-1, -0.5, -5e-324, float("nan"), -float("nan")]
PRICES += [float("inf"), -float("inf"), 10**400]


class Mine(Attack):
    def attack(self):
        return WRONG, PRICES[self.games - 1]


ENTRIES = [Mine()]
