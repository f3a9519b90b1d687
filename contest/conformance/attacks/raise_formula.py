"""Raise an exception whose text is a formula, a terminal's control and a CSV row.

One harmless line is kept of it: crashed.
"""

from _tools import Attack

EXPECT = "crashed"


class Mine(Attack):
    def attack(self):
        if self.games == 1:
            raise type("=cmd()", (Exception,), {})('",won,0.0\n\x1b[2J\r=1+1')
        raise ValueError("\x1b]0;owned\x07\u2028\u202e\ud800")


ENTRIES = [Mine()]
