"""Raise what ends generators, coroutines and iterations.

Crashed.
"""

from _tools import Attack

EXPECT = "crashed"


class Mine(Attack):
    def attack(self):
        raise (GeneratorExit, StopIteration, StopAsyncIteration)[self.games % 3]


ENTRIES = [Mine()]
