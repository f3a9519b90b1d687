"""Answer for the program that should: report a start that never took place.

Its own word counts for nothing that matters: no score or crashed, never a fault.
"""

from _tools import Attack, say

EXPECT = {"crashed", "no start"}

for number in (1, 2, 3):
    say(b'{"id":%d,"name":{"a":[]},"missing":5,"failed":null}\n' % number)


class Mine(Attack):
    pass


ENTRIES = [Mine()]
