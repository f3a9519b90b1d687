"""Send a message that is longer than any may be.

Crashed.
"""

from _tools import Attack, say

EXPECT = "crashed"
REASON = "rules of the channel"


class Mine(Attack):
    def attack(self):
        say(b"x" * 5000)


ENTRIES = [Mine()]
