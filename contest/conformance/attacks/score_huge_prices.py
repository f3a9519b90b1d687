"""Pay numbers so large that their sum, their noise or their text overflows.

They are legal and cost what they cost; the referee does not stumble: wrong.
"""

from _tools import Attack

EXPECT = "wrong"
MOVES = "slate:1.7e+308:"


class Mine(Attack):
    def attack(self):
        self.left = [1e308, 2**1023, 0.01, 3546.0]
        return "slate", 1.7e308

    def next_move(self, guess, epsilon, result):
        return ("crane", self.left.pop()) if self.left else ("zonal", 0)


ENTRIES = [Mine()]
