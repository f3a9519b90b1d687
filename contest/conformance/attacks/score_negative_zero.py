"""Pay minus nothing.

It is nothing, and so a final answer: wrong.
"""

from _tools import WRONG, Attack

EXPECT = "wrong"


class Mine(Attack):
    def attack(self):
        return WRONG, -0.0


ENTRIES = [Mine()]
