"""Call oneself what a spreadsheet computes and a terminal obeys.

The name is sanitized: wrong.
"""

from _tools import Attack

EXPECT = "wrong"


class Mine(Attack):
    def __str__(self):
        return '=HYPERLINK("x")\x1b[2J\r\n\t\u202e,"'


ENTRIES = [Mine()]
