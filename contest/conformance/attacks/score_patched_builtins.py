"""Replace builtins, so that every check agrees and every number is zero.

This can only break the strategy's own process, never make a price smaller.
"""

import builtins

from _tools import Attack

EXPECT = {"wrong", "crashed", "invalid"}


class Mine(Attack):
    def attack(self):
        builtins.sum = lambda *_: -1000.0
        builtins.isinstance = lambda *_: True
        builtins.float = lambda *_: 0.0
        builtins.len = lambda *_: 2
        return "slate", 9.5


ENTRIES = [Mine()]
