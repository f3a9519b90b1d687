"""Fill the disk with files that are deleted and closed, and a page of each mapped.

The file system counts them, or they are found through the mappings: crashed.
"""

import mmap
import os
import time

from _tools import Attack, fill

EXPECT = "crashed"
REASON = ("No space left", "over 256 MiB")
GAMES = 1


class Mine(Attack):
    def attack(self):
        self.pages = []
        for _ in range(5):
            file = os.open("part", os.O_CREAT | os.O_RDWR)
            os.unlink("part")
            fill(file, 60 << 20)
            self.pages.append(mmap.mmap(file, 4096))
            os.close(file)
            os.close(file + 1)  # which the mapping keeps for itself
        time.sleep(1e6)


ENTRIES = [Mine()]
