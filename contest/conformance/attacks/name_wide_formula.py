"""Call oneself what a spreadsheet computes, with a wide sign.

The name is sanitized: wrong.
"""

from _tools import Attack

EXPECT = "wrong"


class Mine(Attack):
    def __str__(self):
        return '\uff1dHYPERLINK("x")'


ENTRIES = [Mine()]
