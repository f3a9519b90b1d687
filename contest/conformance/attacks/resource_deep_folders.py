"""Nest folders so deep that listing or removing them overflows a stack or a path.

All of them are removed; where the referee could not look, it is crashed.
"""

import os

from _tools import Attack

EXPECT = {"wrong", "crashed"}
GAMES = 1


class Mine(Attack):
    def attack(self):
        for _ in range(700):
            os.mkdir("deeper")
            os.chdir("deeper")


ENTRIES = [Mine()]
