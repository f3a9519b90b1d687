"""Answer, and say something more once the game is over.

It is not forgotten: the first game counts, the second is crashed.
"""

import threading

from _tools import Attack, say

EXPECT = {"wrong", "crashed"}


class Mine(Attack):
    def attack(self):
        threading.Timer(0.0, say, [b"x\n"]).start()


ENTRIES = [Mine()]
