"""Look through every descriptor for one that the referee forgot to close.

There are the standard three and the channel: wrong.
"""

import os

from _tools import Attack, Opened, sockets

EXPECT = "wrong"


class Mine(Attack):
    def attack(self):
        held = []
        for number in range(1024):
            try:
                os.fstat(number)
            except OSError:
                continue
            held.append(number)
        for channel in sockets():
            channel.close()
        if len(held) > 4:
            raise Opened(str(held))


ENTRIES = [Mine()]
