"""Forge a move that can be decoded, but nests too deep to be shown or compared.

It never gets as far as that: crashed, and the referee's stack holds.
"""

from _tools import Attack, request, say

EXPECT = "crashed"
REASON = "rules of the channel"
GAMES = 6


class Mine(Attack):
    def attack(self):
        from random import randrange

        depth = randrange(300, 1000)
        nest = b"[" * depth + b"]" * depth
        kind = randrange(3)
        if kind == 0:
            say(b'{"id":%d,"move":[%s,0]}\n' % (request()["id"], nest))
        elif kind == 1:
            say(b'{"id":%d,"move":["zonal",%s]}\n' % (request()["id"], nest))
        else:
            say(b'{"id":%d,"raised":%s}\n' % (request()["id"], nest))


ENTRIES = [Mine()]
