"""Remember in a file that there was a game before, where games are isolated.

The folder is put back as it was: wrong, never invalid.
"""

import os

from _tools import Attack

EXPECT = "wrong"
ISOLATED = True
GAMES = 3
TREE = "a/b/c"


class Mine(Attack):
    def prepare(self, setting):
        os.makedirs(TREE)
        with open("old", "w") as file:
            file.write("old")

    def attack(self):
        with open("old") as file:
            if file.read() != "old" or os.listdir(TREE) or os.path.exists("new"):
                return "again", -1
        with open("old", "w") as file:
            file.write("new")
        os.mkdir("new")
        os.symlink("x", f"{TREE}/y")
        return None


ENTRIES = [Mine()]
