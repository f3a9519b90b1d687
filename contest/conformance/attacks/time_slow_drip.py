"""Answer byte by byte, each of them in time.

One deadline holds for the whole game: timeout.
"""

import time

from _tools import Attack, say

EXPECT = "timeout"
GAMES = 1


class Mine(Attack):
    def attack(self):
        while True:
            say(b" ")
            time.sleep(0.01)


ENTRIES = [Mine()]
