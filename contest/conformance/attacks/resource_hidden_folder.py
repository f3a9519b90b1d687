"""Hide files in a folder that can be entered but not listed.

Where the referee cannot look, there is too much; root sees it all: crashed or timeout.
"""

import os
import time

from _tools import Attack

EXPECT = {"crashed", "timeout"}
GAMES = 1


class Mine(Attack):
    def attack(self):
        os.mkdir("hidden", 0o300)
        with open("hidden/file", "w") as file:
            file.write("x")
        time.sleep(1e6)


ENTRIES = [Mine()]
