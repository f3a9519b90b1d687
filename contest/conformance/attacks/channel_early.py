"""Answer the next request before it is made.

Messages alternate, and the program's own answer comes too: crashed.
"""

from _tools import Attack, request, say

EXPECT = "crashed"
REASON = "rules of the channel"


class Mine(Attack):
    def attack(self):
        say(b'{"id":%d,"move":["zonal",0]}\n' % (request()["id"] + 1))
        return "slate", 3.0


ENTRIES = [Mine()]
