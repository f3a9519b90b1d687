"""Read the channel in a thread of one's own, before the program does.

The program waits in vain: timeout, or crashed.
"""

import threading

from _tools import Attack, sockets

EXPECT = {"timeout", "crashed", "wrong"}
TIMEOUT = 0.15


class Mine(Attack):
    def attack(self):
        for channel in sockets():
            threading.Thread(target=channel.recv, args=(4096,), daemon=True).start()
        return "slate", 3.0


ENTRIES = [Mine()]
