"""Answer one request twice.

The first may count, the second breaks the rules: wrong, then crashed.
"""

from _tools import Attack, request, say

EXPECT = {"wrong", "crashed"}


class Mine(Attack):
    def attack(self):
        say(b'{"id":%d,"move":["zonal",0]}\n' % request()["id"])


ENTRIES = [Mine()]
