"""Never answer.

The CPU limit ends it: timeout.
"""

from _tools import Attack

EXPECT = "timeout"


class Mine(Attack):
    def attack(self):
        while True:
            pass


ENTRIES = [Mine()]
