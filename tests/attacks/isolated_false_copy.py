"""Replace what makes the copies, so that one process plays all the games.

It cannot pass for a copy: never invalid, for no game knows of another.
"""

import os

from _tools import Attack

EXPECT = {"wrong", "crashed"}
ISOLATED = True
GAMES = 3
SEEN = []


class Mine(Attack):
    def prepare(self, setting):
        os.fork = lambda: 0

    def attack(self):
        SEEN.append(1)
        return ("again", -1) if len(SEEN) > 1 else None


ENTRIES = [Mine()]
