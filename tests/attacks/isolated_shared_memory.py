"""Share memory between all copies: mapped without a file, or by a file deleted since.

A process that shares memory is not copied: wrong, never invalid.
"""

import mmap

from _tools import Attack

EXPECT = "wrong"
ISOLATED = True
GAMES = 3


class Mine(Attack):
    def prepare(self, setting):
        self.board = mmap.mmap(-1, 4096)

    def attack(self):
        if self.board[0]:
            return "again", -1
        self.board[0] = 1
        return None


ENTRIES = [Mine()]
