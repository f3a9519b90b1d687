"""Map memory in 60,000 pieces, whose list takes the referee long to read, then wait.

A look of the referee is bounded: timeout, or crashed where it looks for files in them.
"""

import mmap
import time

from _tools import Attack

EXPECT = {"crashed", "timeout"}
TIMEOUT = 0.5
GAMES = 4


class Mine(Attack):
    def attack(self):
        # Neighbours with other rights are not merged.
        rights = mmap.PROT_READ, mmap.PROT_READ | mmap.PROT_WRITE
        self.held = [mmap.mmap(-1, 4096, prot=rights[k % 2]) for k in range(60_000)]
        time.sleep(1e6)


ENTRIES = [Mine()]
