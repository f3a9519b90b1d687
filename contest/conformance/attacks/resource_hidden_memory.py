"""Keep memory in files without a name, which no limit on address space counts.

Such files are refused: wrong.
"""

import os

from _tools import Attack, call, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)


class Mine(Attack):
    def attack(self):
        locked(
            memfd=lambda: os.memfd_create("x"),
            secret=lambda: call("memfd_secret", 0),
        )


ENTRIES = [Mine()]
