"""Guess on and on.

The game is given up after 1,000 moves, or when its time is over.
"""

from _tools import Attack

EXPECT = {"invalid", "timeout"}
GAMES = 1


class Mine(Attack):
    def attack(self):
        return "slate", 1.0

    def next_move(self, guess, epsilon, result):
        return ("slate", 1.0) if self.games else ("zonal", 0)


ENTRIES = [Mine()]
