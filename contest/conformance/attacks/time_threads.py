"""Burn the CPU in four threads and wait for them.

Their time counts together: timeout.
"""

import threading

from _tools import Attack

EXPECT = "timeout"


class Mine(Attack):
    def attack(self):
        threads = [threading.Thread(target=pow, args=(7, 10**9)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


ENTRIES = [Mine()]
