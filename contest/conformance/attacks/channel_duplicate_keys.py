"""Send an object in which each key comes twice.

One of them is read, and judged like any: never a win, never a fault.
"""

from _tools import Attack, request, say

EXPECT = {"wrong", "crashed", "invalid"}


class Mine(Attack):
    def attack(self):
        say(
            b'{"id":1,"move":["slate",-5],"id":%d,"move":["zonal",0],"raised":1}\n'
            % request()["id"]
        )


ENTRIES = [Mine()]
