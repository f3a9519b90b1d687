"""Attacks that replace functions of libraries when their file is imported."""

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
    """Replace the functions that sum prices and draw noise. The referee is another
    process with its own functions."""
    return "slate", 9.5


@expect("timeout")
def clocks(self):
    """Replace all clocks, and compute without end. The referee has its own clocks."""
    while time.time() < 1:
        pass


ENTRIES = {"budget": budget(), "clocks": clocks()}
