"""Answer a request that nobody made.

Crashed.
"""

from _tools import Attack, say

EXPECT = "crashed"
REASON = "rules of the channel"


class Mine(Attack):
    def attack(self):
        say(b'{"id":999,"move":["zonal",0]}\n')


ENTRIES = [Mine()]
