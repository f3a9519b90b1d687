"""Give an id that equals the right one but is not a whole number.

Crashed.
"""

from _tools import Attack, request, say

EXPECT = "crashed"
REASON = "rules of the channel"


class Mine(Attack):
    def attack(self):
        say(b'{"id":%d.0,"move":["zonal",0]}\n' % request()["id"])


ENTRIES = [Mine()]
