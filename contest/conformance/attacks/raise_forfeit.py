"""Raise the referee's own exceptions, to be taken for it.

They are exceptions like any: crashed.
"""

from _tools import Attack

from game.protocol import Forfeit, Outcome

EXPECT = "crashed"
REASON = "Forfeit"


class Mine(Attack):
    def attack(self):
        raise Forfeit(Outcome.WON, "won")


ENTRIES = [Mine()]
