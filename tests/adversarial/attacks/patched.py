"""Functions of libraries that are replaced when the file is imported."""

import math
import random
import time

from _tools import expect

math.exp = lambda x: 1e9
math.fsum = sum = lambda x: -1000.0
math.isnan = math.isinf = lambda x: False
for name in ("random", "randint", "choice", "choices", "getrandbits", "uniform"):
    setattr(random, name, lambda *_: 0.0)
for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
    setattr(time, name, lambda: 0.0)
time.clock_gettime = lambda clock: 0.0


@expect("wrong", moves="slate:9.5")
def budget(self):
    """Replace what sums budgets, weighs noise and draws it. The referee has its own."""
    return "slate", 9.5


@expect("timeout")
def clocks(self):
    """Set all clocks back and forth, and take one's time. The referee has its own."""
    while time.time() < 1:
        pass


ENTRIES = {"budget": budget(), "clocks": clocks()}
