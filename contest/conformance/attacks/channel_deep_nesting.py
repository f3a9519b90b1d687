"""Send JSON that nests as deep as a message is long.

The parser gives up and the referee does not: crashed.
"""

from _tools import Attack, say

EXPECT = "crashed"
REASON = "rules of the channel"


class Mine(Attack):
    def attack(self):
        say(b"[" * 4000 + b"\n")


ENTRIES = [Mine()]
