"""Abort the interpreter.

Crashed, by name of the signal.
"""

import os

from _tools import Attack

EXPECT = "crashed"
REASON = "SIGABRT"


class Mine(Attack):
    def attack(self):
        os.abort()


ENTRIES = [Mine()]
