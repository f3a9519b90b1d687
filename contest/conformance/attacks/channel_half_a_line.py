"""Send half a line and wait.

The game's limit ends it: timeout.
"""

import time

from _tools import Attack, say

EXPECT = "timeout"
GAMES = 1


class Mine(Attack):
    def attack(self):
        say(b'{"id":')
        time.sleep(1e6)


ENTRIES = [Mine()]
