"""Keep a named pipe open, in which each game's copy leaves word for the next.

Named pipes cannot be made: no game is won by them, and none remembers.
"""

import os

from _tools import Attack, locked

EXPECT = "wrong"
NEEDS = ("Landlock",)
ISOLATED = True
GAMES = 3


class Mine(Attack):
    def attack(self):
        locked(
            fifo=lambda: os.mkfifo("pipe"),
            node=lambda: os.mknod("node", 0o140600),
        )


ENTRIES = [Mine()]
