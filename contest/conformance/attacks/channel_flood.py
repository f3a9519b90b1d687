"""Send without end, so that the channel is never empty.

The first line breaks the rules: crashed.
"""

from _tools import Attack, sockets

EXPECT = "crashed"


class Mine(Attack):
    def attack(self):
        for channel in sockets():
            while True:
                channel.send(b"\n" * 65536)


ENTRIES = [Mine()]
