"""Put the work off to the moment at which the next game begins.

It is that game's time then: timeout.
"""

from _tools import WRONG, Attack

EXPECT = {"timeout", "wrong"}


class Mine(Attack):
    due = False

    def attack(self):
        while self.due:
            pass
        self.due = True
        return WRONG, 0


ENTRIES = [Mine()]
