"""Take a little less than the limit for each of many moves.

The limit is a game's: timeout.
"""

import time

from _tools import Attack

EXPECT = "timeout"
GAMES = 1


class Mine(Attack):
    def attack(self):
        return "slate", 1.0

    def next_move(self, guess, epsilon, result):
        end = time.process_time() + 0.02
        while time.process_time() < end:
            pass
        return ("slate", 1.0) if self.games else ("zonal", 0)


ENTRIES = [Mine()]
