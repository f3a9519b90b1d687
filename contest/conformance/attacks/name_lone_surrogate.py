"""Call oneself something that cannot be written to a file.

The name is sanitized: wrong.
"""

from _tools import Attack

EXPECT = "wrong"


class Mine(Attack):
    def __str__(self):
        return "\ud800\udfff\x00"


ENTRIES = [Mine()]
