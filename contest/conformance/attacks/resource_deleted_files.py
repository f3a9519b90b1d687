"""Fill the disk with files that are deleted while they are open.

The file system counts them, or they are found through the descriptors: crashed.
"""

import os
import time

from _tools import Attack, fill

EXPECT = "crashed"
REASON = ("No space left", "over 256 MiB")
GAMES = 1


class Mine(Attack):
    def attack(self):
        for _ in range(5):
            file = os.open("part", os.O_CREAT | os.O_WRONLY)
            os.unlink("part")
            fill(file, 60 << 20)
        time.sleep(1e6)


ENTRIES = [Mine()]
