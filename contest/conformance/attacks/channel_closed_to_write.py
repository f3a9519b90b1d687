"""Hang up and fill the disk in the second that is left to end.

The file system is full, or it is watched until it ends or is ended: crashed.
"""

import os
import time

from _tools import Attack, fill, sockets

EXPECT = "crashed"
REASON = ("exited with status", "over 256 MiB", "broke the rules")
GAMES = 1


class Mine(Attack):
    def attack(self):
        for channel in sockets():
            channel.shutdown(2)
        for part in ("one", "two"):
            file = os.open(part, os.O_CREAT | os.O_WRONLY)
            fill(file, 200 << 20)
        time.sleep(0.6)
        os._exit(0)


ENTRIES = [Mine()]
