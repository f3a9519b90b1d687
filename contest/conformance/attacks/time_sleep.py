"""Sleep, which costs no CPU time.

The wall limit ends it: timeout.
"""

import time

from _tools import Attack

EXPECT = "timeout"
GAMES = 1


class Mine(Attack):
    def attack(self):
        time.sleep(1e6)


ENTRIES = [Mine()]
