"""Print in each game, and see by where the output stands that there was one before.

Every process has an output of its own: wrong, never invalid.
"""

import os

from _tools import Attack

EXPECT = "wrong"
ISOLATE_GAMES = True
GAMES = 3


class Mine(Attack):
    def attack(self):
        before = os.lseek(1, 0, os.SEEK_CUR), os.fstat(1).st_size
        os.write(1, b"there was a game")
        return ("again", -1) if any(before) else None


ENTRIES = [Mine()]
