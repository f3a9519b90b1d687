"""Keep a file open for reading, into which each game's copy writes for the next.

A process that holds such a file is not copied: wrong, never invalid.
"""

import os

from _tools import Attack

EXPECT = "wrong"
ISOLATED = True
GAMES = 3


class Mine(Attack):
    def prepare(self, setting):
        open("board", "w").close()
        self.board = os.open("board", os.O_RDONLY)

    def attack(self):
        if os.pread(self.board, 9, 0):
            return "again", -1
        with open("board", "w") as file:
            file.write("zonal")
        return None


ENTRIES = [Mine()]
