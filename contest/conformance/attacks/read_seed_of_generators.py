"""Take the answer from the seed that python's generators were given.

It is a number of its own, from which the answer does not follow: wrong.
"""

import random

from _tools import Attack

EXPECT = "wrong"


class Mine(Attack):
    def prepare(self, setting):
        self.answers = setting.vocabulary.answers

    def attack(self):
        guess = self.answers[int(random.random() * len(self.answers))]
        # The same number must not be the right one game after game.
        return guess, 0


ENTRIES = [Mine()]
