"""Pay with numpy's numbers that wrap round, are no numbers, or say what they are not.

Those that are numbers count as such, the others are invalid; none is a win.
"""

import numpy as np
from _tools import WRONG, Attack

EXPECT = {"wrong", "invalid"}
GAMES = 8
PRICES = [
    np.int8(-128),
    np.uint8(44),  # 300, wrapped round
    np.float16(9.5),
    np.float64("nan"),
    np.bool_(True),
    np.datetime64("2020-01-01"),
    np.complex64(3),
    np.array([9.5]),
]


class Mine(Attack):
    def attack(self):
        return WRONG, PRICES[self.games - 1]


ENTRIES = [Mine()]
