"""End the process without a word.

Crashed, with the status it left, and the next game gets a new process.
"""

import os

from _tools import Attack

EXPECT = "crashed"
REASON = "exited with status 0"


class Mine(Attack):
    def attack(self):
        os._exit(0)


ENTRIES = [Mine()]
