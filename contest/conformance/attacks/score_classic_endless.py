"""Go on guessing after the last turn of a classic game.

Nobody asks: out of turns.
"""

from _tools import Attack

EXPECT = "out_of_turns"
MODE = "classic"


class Mine(Attack):
    def first_move(self):
        return "zonal", float("inf")

    def next_move(self, guess, epsilon, result):
        return guess, epsilon


ENTRIES = [Mine()]
