"""Measure how long the referee thinks about a guess, on its own CPU clock.

Clocks of other processes are refused: wrong.
"""

import os
import time

from _tools import Attack, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)


class Mine(Attack):
    def attack(self):
        parent = os.getppid()
        locked(
            cpu=lambda: time.clock_gettime((~parent << 3) | 2),
            user=lambda: time.clock_gettime((~parent << 3) | 1),
            thread=lambda: time.clock_gettime((~parent << 3) | 6),
        )


ENTRIES = [Mine()]
