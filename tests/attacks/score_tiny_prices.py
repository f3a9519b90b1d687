"""Pay the smallest numbers there are, hoping that they round to a free clue.

They buy noise and nothing else, and are no final answer: wrong in the end.
"""

from _tools import Attack

EXPECT = "wrong"
MOVES = "slate:5e-324:"


class Mine(Attack):
    def attack(self):
        self.left = [1e-300, 2.3e-308, 1e-17]
        return "slate", 5e-324

    def next_move(self, guess, epsilon, result):
        return ("crane", self.left.pop()) if self.left else ("zonal", 0)


ENTRIES = [Mine()]
