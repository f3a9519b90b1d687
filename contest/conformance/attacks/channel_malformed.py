"""Send what is not JSON.

Crashed.
"""

from _tools import Attack, say

EXPECT = "crashed"
REASON = "rules of the channel"


class Mine(Attack):
    def attack(self):
        say(b"[[[[\n" if self.games == 1 else b"{'id': 2}\n")


ENTRIES = [Mine()]
