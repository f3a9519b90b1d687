"""Call oneself without end: within Python's brake, then past it through C.

An exception where Python stops it, else the end of the process: crashed.
"""

import sys

from _tools import Attack

EXPECT = "crashed"


class Mine(Attack):
    def attack(self):
        if self.games > 1:
            sys.setrecursionlimit(10**9)
        return sorted([0], key=lambda _: self.attack())


ENTRIES = [Mine()]
