"""Close the channel and stay.

Crashed, within the game's time.
"""

import time

from _tools import Attack, sockets

EXPECT = "crashed"
REASON = "process ended"
TIMEOUT = 0.2
GAMES = 1


class Mine(Attack):
    def attack(self):
        for channel in sockets():
            channel.shutdown(2)
        time.sleep(1e6)


ENTRIES = [Mine()]
