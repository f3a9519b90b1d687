"""Call oneself something very long.

The name is cut: wrong.
"""

from _tools import Attack

EXPECT = "wrong"


class Mine(Attack):
    def __str__(self):
        return "\U0001f600" * 1_000_000


ENTRIES = [Mine()]
