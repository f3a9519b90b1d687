"""Fill the disk with files that are each small enough.

The file system is full, or the folder is looked at while one waits: crashed.
"""

import os
import time

from _tools import Attack, fill

EXPECT = "crashed"
REASON = ("No space left", "over 256 MiB")
GAMES = 1


class Mine(Attack):
    def attack(self):
        for number in range(5):
            file = os.open(f"part{number}", os.O_CREAT | os.O_WRONLY)
            fill(file, 60 << 20)
        time.sleep(1e6)


ENTRIES = [Mine()]
