"""Hang up and fill the disk in the second that is left to end.

It is watched until it has ended: crashed.
"""

import os
import time

from _tools import Attack, sockets

EXPECT = "crashed"
REASON = "over 256 MiB"
GAMES = 1


class Mine(Attack):
    def attack(self):
        for channel in sockets():
            channel.shutdown(2)
        for part in ("one", "two"):
            file = os.open(part, os.O_CREAT | os.O_WRONLY)
            os.posix_fallocate(file, 0, 200 << 20)
        time.sleep(0.6)
        os._exit(0)


ENTRIES = [Mine()]
