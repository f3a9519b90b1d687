"""Open files until there are no more.

The process has 256 at most: crashed by its own exception.
"""

import os

from _tools import Attack

EXPECT = "crashed"
REASON = "Too many open files"


class Mine(Attack):
    def attack(self):
        while True:
            os.open("/dev/null", os.O_RDONLY)


ENTRIES = [Mine()]
