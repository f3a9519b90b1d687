"""Buy classic clues at WORDPL's prices, or for something that reads like infinity.

Only infinity itself is one: invalid, all of them.
"""

from _tools import Attack

EXPECT = "invalid"
MODE = "classic"
GAMES = 7
PRICES = [0, -0.0, 3.0, -float("inf"), float("nan"), "inf", 10**308]


class Mine(Attack):
    def first_move(self):
        self.games += 1
        return "slate", PRICES[self.games - 1] if self.games else float("inf")

    def next_move(self, guess, epsilon, result):
        return guess, epsilon


ENTRIES = [Mine()]
