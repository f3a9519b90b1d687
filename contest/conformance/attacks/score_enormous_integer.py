"""Pay an integer too long to be written out.

The move cannot be sent or is no price: crashed or invalid, never a fault of ours.
"""

from _tools import WRONG, Attack

EXPECT = {"crashed", "invalid"}


class Mine(Attack):
    def attack(self):
        return WRONG, 10**5000 if self.games == 1 else 10**3900


ENTRIES = [Mine()]
