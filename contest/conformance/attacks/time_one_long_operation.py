"""Compute for ages in one operation that holds the interpreter's lock.

The CPU limit ends it: timeout.
"""

from _tools import Attack

EXPECT = "timeout"


class Mine(Attack):
    def attack(self):
        return "zonal", 7 ** (10**9) % 2


ENTRIES = [Mine()]
