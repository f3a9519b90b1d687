"""Report an exception that never happened, as an object, a list, a formula.

Whatever it is, it becomes one harmless line: crashed.
"""

from _tools import Attack, request, say

EXPECT = "crashed"


class Mine(Attack):
    def attack(self):
        texts = (b'{"a":["\\u001b[2J\\n=1+1"]}', b'"=cmd()|A1\\r\\n\\u202e"')
        text = texts[self.games % 2]
        say(b'{"id":%d,"raised":%s}\n' % (request()["id"], text))


ENTRIES = [Mine()]
