"""Write to every descriptor there is.

What reaches the referee breaks the rules: crashed.
"""

import os

from _tools import Attack

EXPECT = "crashed"


class Mine(Attack):
    def attack(self):
        for number in range(256):
            try:
                os.write(number, b"x\n")
            except OSError:
                continue


ENTRIES = [Mine()]
