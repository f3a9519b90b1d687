"""Return what cannot be shown.

Crashed by its own code.
"""

from _tools import WRONG, Attack

EXPECT = "crashed"


class Mute:
    def __repr__(self):
        raise MemoryError


class Mine(Attack):
    def attack(self):
        return WRONG, Mute()


ENTRIES = [Mine()]
