"""Make a named pipe and a socket in the scratch folder, which block who opens them.

Landlock allows plain files and folders only: wrong.
"""

import os

from _tools import Attack, locked

EXPECT = "wrong"
NEEDS = ("Landlock",)


class Mine(Attack):
    def attack(self):
        locked(
            fifo=lambda: os.mkfifo("pipe"),
            node=lambda: os.mknod("node", 0o140600),
        )


ENTRIES = [Mine()]
