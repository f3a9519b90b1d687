"""Functions of random that are replaced when the file is imported."""

import random

from _tools import expect

for name in ("random", "randint", "choice", "choices", "getrandbits", "uniform"):
    setattr(random, name, lambda *_: 0.0)


@expect("wrong", moves="slate:9.5")
def patched_random(self):
    """Have the noise never lie. It is drawn elsewhere."""
    return "slate", 9.5


ENTRIES = [patched_random()]
