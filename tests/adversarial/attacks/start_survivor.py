"""A thread that the import leaves running."""

import os
import threading
import time

from _tools import Attack, expect

threading.Timer(0.02, os._exit, [3]).start()


@expect("crashed", "no start")
class Survivor(Attack):
    """Strike while the strategy is being prepared, which is one's own loss."""

    def prepare(self, setting):
        time.sleep(0.3)


ENTRIES = [Survivor()]
