"""Send bytes that are no text.

Crashed.
"""

from _tools import Attack, say

EXPECT = "crashed"
REASON = "rules of the channel"


class Mine(Attack):
    def attack(self):
        say(b"\xff\xfe\x00\n" if self.games == 1 else b"\xef\xbb\xbf{}\n")


ENTRIES = [Mine()]
