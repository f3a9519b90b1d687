"""Strategy without an attack: its moves show if other processes left something."""

import os
import random


class Honest:
    def first_move(self):
        self.turn = 0
        # A strange file in the working folder changes the price of the first move.
        strange = [n for n in os.listdir(".") if n != "kernels"]
        return random.choice(["slate", "crane", "trace"]), 9.0 + len(strange)

    def next_move(self, guess, epsilon, result):
        self.turn += 1
        word = random.choice(["abbey", "cigar", "humph", "rebut", "sissy"])
        price = 1.0 + len(os.environ) + result.count("c") if self.turn < 3 else 0
        return word, price


ENTRIES = [Honest()]
