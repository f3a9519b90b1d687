"""Send JSON that is no object, or one without an id.

Crashed.
"""

from _tools import Attack, say

EXPECT = "crashed"
REASON = "rules of the channel"


class Mine(Attack):
    def attack(self):
        say(b"[]\n{}\n")


ENTRIES = [Mine()]
