"""Reserve space for files between two looks of the referee.

There is no such space, or on a disk no such call: crashed by its own exception.
"""

import os

from _tools import Attack

EXPECT = "crashed"
REASON = ("No space left", "Operation not permitted")


class Mine(Attack):
    def attack(self):
        for number in range(20):
            file = os.open(f"part{number}", os.O_CREAT | os.O_RDWR)
            os.posix_fallocate(file, 0, 200 << 20)


ENTRIES = [Mine()]
