"""Leave folders behind that not even their owner may list or change.

Wrong, and all of them are removed.
"""

import os

from _tools import Attack

EXPECT = "wrong"
GAMES = 1


class Mine(Attack):
    def attack(self):
        os.makedirs("a/b/c")
        open("a/b/c/file", "w").close()
        os.symlink("a", "loop")
        os.rename("a", "locked")
        os.mkdir("closed", 0)
        os.umask(0o777)
        os.mkdir("sealed")


ENTRIES = [Mine()]
