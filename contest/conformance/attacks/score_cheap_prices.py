"""Ask hundreds of times for the least price, to learn what a clue does not say.

Ten guesses of a game may cost less than 1 nat: the next one is invalid.
"""

from _tools import Attack

EXPECT = "invalid"
REASON = "epsilon 0.01: expected 1 or more after 10 guesses for less"
MOVES = "slate:0.01:"


class Mine(Attack):
    def attack(self):
        return "slate", 0.01

    def next_move(self, guess, epsilon, result):
        return ("slate", 0.01) if epsilon else ("zonal", 0)


ENTRIES = [Mine()]
