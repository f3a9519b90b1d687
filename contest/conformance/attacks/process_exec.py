"""Become another program.

Refused: wrong.
"""

import os
import sys

from _tools import Attack, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)


class Mine(Attack):
    def attack(self):
        locked(
            python=lambda: os.execv(sys.executable, ["python", "-c", "1"]),
            shell=lambda: os.execv("/bin/sh", ["sh"]),
            descriptor=lambda: os.execve(os.open(__file__, os.O_RDONLY), ["x"], {}),
        )


ENTRIES = [Mine()]
