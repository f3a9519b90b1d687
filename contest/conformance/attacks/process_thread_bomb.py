"""Start threads without end, with the smallest of stacks.

More than 256 at a time end the process: crashed, or timeout where it is sooner.
"""

import threading
import time

from _tools import Attack

EXPECT = {"crashed", "timeout"}
GAMES = 1

threading.stack_size(1 << 15)


class Mine(Attack):
    def attack(self):
        while threading.active_count() < 400:
            threading.Thread(target=time.sleep, args=(1e6,), daemon=True).start()
        time.sleep(1e6)


ENTRIES = [Mine()]
