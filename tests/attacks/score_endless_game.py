"""Guess on and on for next to nothing.

The game is given up after 1,000 moves, or when its time is over.
"""

from _tools import Attack

EXPECT = {"invalid", "timeout"}
GAMES = 1


class Mine(Attack):
    def attack(self):
        return "slate", 1e-9

    def next_move(self, guess, epsilon, result):
        return ("slate", 1e-9) if self.games else ("zonal", 0)


ENTRIES = [Mine()]
