"""Call oneself after a built-in entry, to take its place in a table.

The table is by entry, not by name: wrong.
"""

from _tools import Attack

EXPECT = "wrong"


class Mine(Attack):
    def __str__(self):
        return "entropy"

    __repr__ = __str__


ENTRIES = [Mine()]
