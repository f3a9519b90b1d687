"""Guess a string that equals every other, hashes as the answer and never changes.

Its letters are what is sent: wrong.
"""

from _tools import WRONG, Attack

EXPECT = "wrong"


class Anything(str):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0

    def lower(self):
        return self

    __contains__ = startswith = endswith = isalpha = __eq__
    casefold = strip = __str__ = lower


class Mine(Attack):
    def attack(self):
        return Anything(WRONG), 0


ENTRIES = [Mine()]
