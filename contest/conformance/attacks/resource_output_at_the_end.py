"""Put the last words where the referee's own file ends at 256 MiB, then die.

Crashed; the end of the output is read from any length.
"""

import os

from _tools import Attack

EXPECT = "crashed"
REASON = "exited with status 7"


class Mine(Attack):
    def attack(self):
        os.lseek(1, (256 << 20) - 10, os.SEEK_SET)
        os.write(1, b"\x1b[31m")
        os._exit(7)


ENTRIES = [Mine()]
