"""Shorten the file that takes its output, and have it read past the page cache.

The flags cannot be set, and the referee reads what there is: wrong, for every game.
"""

import fcntl
import os

from _tools import Attack, locked

EXPECT = "wrong"
GAMES = 3
NEEDS = ("seccomp",)


class Mine(Attack):
    def attack(self):
        os.write(1, b"x" * 5001)
        if self.games > 1:
            os.ftruncate(1, 0)
        locked(direct=lambda: fcntl.fcntl(1, fcntl.F_SETFL, os.O_DIRECT))


ENTRIES = [Mine()]
