"""Leave links in the folder, so that removing it removes what they point to.

Links are removed, not followed: wrong, and nothing has changed.
"""

import os
from pathlib import Path

from _tools import Attack

EXPECT = "wrong"
HERE = Path(__file__).resolve().parent


class Mine(Attack):
    def attack(self):
        if self.games == 1:
            os.symlink(HERE, "folder")
            os.symlink(__file__, "file")
            os.symlink("/", "root")
            os.mkdir("inner")
            os.symlink("../inner", "inner/loop")
            os.symlink("nowhere", "dangling")


ENTRIES = [Mine()]
