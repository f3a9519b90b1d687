"""Wait for a lock that is never released.

The wall limit ends it: timeout.
"""

import _thread

from _tools import Attack

EXPECT = "timeout"
GAMES = 1


class Mine(Attack):
    def attack(self):
        lock = _thread.allocate_lock()
        lock.acquire()
        lock.acquire()


ENTRIES = [Mine()]
