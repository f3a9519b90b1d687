"""Move, remove or replace the folder that the referee will remove.

Its place belongs to the referee: wrong.
"""

import os

from _tools import Attack, locked

EXPECT = "wrong"
NEEDS = ("Landlock",)


class Mine(Attack):
    def attack(self):
        here = os.getcwd()
        locked(
            move=lambda: os.rename(here, here + "-moved"),
            remove=lambda: os.rmdir(here),
            sibling=lambda: os.mkdir(here + "-more"),
            link=lambda: os.symlink("/", here + "-link"),
        )


ENTRIES = [Mine()]
