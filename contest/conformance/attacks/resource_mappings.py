"""Map memory in pieces until nothing is left, then ask for more.

Crashed by its own exception.
"""

import mmap

from _tools import Attack

EXPECT = "crashed"
REASON = "Cannot allocate memory"


class Mine(Attack):
    def attack(self):
        held = []
        while True:
            held.append(mmap.mmap(-1, 256 << 20))


ENTRIES = [Mine()]
