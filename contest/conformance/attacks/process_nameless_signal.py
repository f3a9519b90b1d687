"""Die by a real-time signal, which has a number but no name.

Refused, or the signal is the reason where nothing refuses it: crashed.
"""

import os

from _tools import Attack

EXPECT = "crashed"


class Mine(Attack):
    def attack(self):
        os.kill(os.getpid(), 41)


ENTRIES = [Mine()]
