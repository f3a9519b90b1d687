"""Set all clocks of Python back and forth, and take one's time.

The referee looks at its own: timeout.
"""

import time

from _tools import Attack

EXPECT = "timeout"

for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
    setattr(time, name, lambda: 0.0)
time.clock_gettime = lambda clock: 0.0


class Mine(Attack):
    def attack(self):
        while time.time() < 1:
            pass


ENTRIES = [Mine()]
