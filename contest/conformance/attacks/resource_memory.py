"""Take more memory than there is.

The limit on address space refuses it: crashed, and the process stays.
"""

from _tools import Attack

EXPECT = "crashed"
REASON = "MemoryError"


class Mine(Attack):
    def attack(self):
        return bytearray(1 << 40)


ENTRIES = [Mine()]
