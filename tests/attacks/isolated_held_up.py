"""Fill the disk when asked for a copy, and take it back before the game.

Who makes a copy is watched as well: crashed.
"""

import os
import time

from _tools import Attack

EXPECT = "crashed"
REASON = "over 256 MiB"
GAMES = 1
ISOLATED = True
NEEDS = ("seccomp",)

PARTS = ("one", "two")


class Mine(Attack):
    def first_move(self):
        os.fork = self.fill
        return super().first_move()

    def fill(self):
        for part in PARTS:
            file = os.open(part, os.O_CREAT | os.O_WRONLY)
            os.posix_fallocate(file, 0, 200 << 20)
            os.close(file)
        time.sleep(3)
        for part in PARTS:
            os.unlink(part)
        raise OSError("no copies today")


ENTRIES = [Mine()]
