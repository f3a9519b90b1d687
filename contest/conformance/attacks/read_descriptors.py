"""Look through every descriptor for one that the referee forgot to close.

There are the standard three, the channel, and a path of its own in /proc: wrong.
"""

import fcntl
import os

from _tools import Attack, Opened, sockets

EXPECT = "wrong"


class Mine(Attack):
    def attack(self):
        held = []
        for number in range(1024):
            try:
                flags = fcntl.fcntl(number, fcntl.F_GETFL)
            except OSError:
                continue
            held.append((number, bool(flags & getattr(os, "O_PATH", 0))))
        for channel in sockets():
            channel.close()
        if len(held) > 5 or sum(by_path for _, by_path in held) > 1:
            raise Opened(str(held))


ENTRIES = [Mine()]
