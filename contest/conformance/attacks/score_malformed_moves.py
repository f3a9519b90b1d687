"""Return what is no move at all.

Invalid, all of them, and the process stays.
"""

from _tools import WRONG, Attack

EXPECT = "invalid"
GAMES = 16
NESTED = [WRONG]
for _ in range(300):
    NESTED = [NESTED]
MOVES_MADE = [
    *((), {}, {WRONG: 0}, {WRONG, 0}, WRONG, 0.5, b"zonal", (WRONG,)),
    *((WRONG, 0, 0), iter((WRONG, 0)), [[WRONG, 0]], (0, WRONG), ([WRONG], 0)),
    *((b"zonal", 0), (None, None), (NESTED, NESTED)),
]


class Mine(Attack):
    def first_move(self):
        self.games += 1
        return MOVES_MADE[self.games - 1] if self.games else (WRONG, 0)


ENTRIES = [Mine()]
