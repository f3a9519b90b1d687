"""Read from address zero.

Crashed, by name of the signal.
"""

import ctypes

from _tools import Attack

EXPECT = "crashed"
REASON = "SIGSEGV"


class Mine(Attack):
    def attack(self):
        ctypes.string_at(0)


ENTRIES = [Mine()]
