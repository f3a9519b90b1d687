"""Leave word in how far a library's file was read, which copies and original share.

A process whose files stand elsewhere after a game is not copied again: wrong.
"""

import os

from _tools import Attack

EXPECT = "wrong"
ISOLATED = True
GAMES = 3


class Mine(Attack):
    def prepare(self, setting):
        self.file = os.open(os.__file__, os.O_RDONLY)

    def attack(self):
        if os.lseek(self.file, 0, os.SEEK_CUR):
            return "again", -1
        os.lseek(self.file, 42, os.SEEK_SET)
        return None


ENTRIES = [Mine()]
