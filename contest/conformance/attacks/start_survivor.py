"""Leave a thread running that strikes while the strategy is being prepared.

What a strategy does to its own start is its own loss: no score or crashed.
"""

import os
import threading

from _tools import Attack

EXPECT = {"crashed", "no start"}

threading.Timer(0.02, os._exit, [3]).start()


class Mine(Attack):
    def prepare(self, setting):
        import time

        time.sleep(0.3)


ENTRIES = [Mine()]
