"""Pay with what is almost a number.

None is one for the referee: invalid, all of them.
"""

from decimal import Decimal
from fractions import Fraction

from _tools import WRONG, Attack

EXPECT = "invalid"
GAMES = 14


class Index:
    def __index__(self):
        return 0

    __float__ = __int__ = __index__


class Item:
    def item(self):
        return self


PRICES = [
    *(True, False, "3", b"3", None, [3], {"a": 3}, 3j),
    *(Decimal("0.5"), Fraction(1, 2), Index(), Item(), object(), float),
]


class Mine(Attack):
    def attack(self):
        return WRONG, PRICES[self.games - 1]


ENTRIES = [Mine()]
