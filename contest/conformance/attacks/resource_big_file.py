"""Write one file without end.

It may not grow beyond 256 MiB: crashed by its own exception.
"""

from _tools import Attack

EXPECT = "crashed"
REASON = "File too large"


class Mine(Attack):
    def attack(self):
        with open("big", "wb") as file:
            file.truncate(1 << 40)


ENTRIES = [Mine()]
