"""Send moves that only a forged message can hold: NaN, 1e999, 4,000 digits, nesting.

Each is judged like any move: invalid, or crashed for what follows it.
"""

from _tools import Attack, request, say

EXPECT = {"invalid", "crashed"}
GAMES = 8
FORGED = [
    *(b"NaN", b"-Infinity", b"1e999", b"9" * 4000, b"true", b'{"a":[[]]}'),
    *(b"[" * 400 + b"]" * 400, b'"\\ud800"'),
]


class Mine(Attack):
    count = 0

    def attack(self):
        from random import getrandbits

        # Which one comes next must outlive the process: the game's seed decides.
        value = FORGED[getrandbits(3)]
        say(b'{"id":%d,"move":["zonal",%s]}\n' % (request()["id"], value))


ENTRIES = [Mine()]
