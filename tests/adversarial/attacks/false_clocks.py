"""Clocks of Python that are replaced when the file is imported."""

import time

from _tools import expect

for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
    setattr(time, name, lambda: 0.0)
time.clock_gettime = lambda clock: 0.0


@expect("timeout")
def false_clocks(self):
    """Set all clocks back and forth, and take one's time. The referee has its own."""
    while time.time() < 1:
        pass


ENTRIES = [false_clocks()]
