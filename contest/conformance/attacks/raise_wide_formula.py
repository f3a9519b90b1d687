"""Raise an exception whose name begins with a wide sign, which some spreadsheets read.

It is quoted like the plain sign: crashed.
"""

from _tools import Attack

EXPECT = "crashed"
REASON = "'"


class Mine(Attack):
    def attack(self):
        sign = "\uff1d\uff0b"[self.games - 1]
        raise type(f"{sign}cmd()", (Exception,), {})


ENTRIES = [Mine()]
