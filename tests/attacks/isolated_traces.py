"""Tell by times and numbers of files that they were put back as they were.

Where a copy wrote anything, the next game gets a new process: wrong, never invalid.
"""

import os

from _tools import Attack

EXPECT = "wrong"
ISOLATED = True
GAMES = 3


class Mine(Attack):
    def prepare(self, setting):
        for name in "abc":
            open(name, "w").close()
        self.seen = self.look()

    def attack(self):
        if self.look() != self.seen:
            return "again", -1
        with open("b", "w") as file:
            file.write("zonal")
        open("new", "w").close()
        return None

    def look(self):
        return [
            (at.st_ino, at.st_mtime_ns, at.st_ctime_ns, at.st_size)
            for at in map(os.stat, (".", "a", "b", "c"))
        ]


ENTRIES = [Mine()]
