"""Truncate by the ways that the first versions of Landlock let pass.

They are refused everywhere, in its own folder too: wrong.
"""

import os

from _tools import Attack, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)


class Mine(Attack):
    def attack(self):
        with open("mine", "w") as file:
            file.write("x")
        locked(
            path=lambda: os.truncate("mine", 0),
            reading=lambda: os.open("mine", os.O_RDONLY | os.O_TRUNC),
        )
        with open("mine", "w") as file:  # as anybody would
            file.truncate(0)


ENTRIES = [Mine()]
