"""Open the referee's files in /proc: memory, maps, environment, descriptors.

Every one is refused: wrong, with nothing opened.
"""

import os

from _tools import Attack, locked

EXPECT = "wrong"
NEEDS = ("Landlock",)


class Mine(Attack):
    def attack(self):
        parent = f"/proc/{os.getppid()}"
        names = ("mem", "maps", "environ", "cmdline", "stat", "status", "syscall")
        locked(
            **{n: lambda n=n: open(f"{parent}/{n}", "rb").read(1) for n in names},
            fd=lambda: os.listdir(f"{parent}/fd"),
            task=lambda: os.listdir(f"{parent}/task"),
            exe=lambda: open(f"{parent}/exe", "rb"),
            root=lambda: os.listdir(f"{parent}/root"),
            cwd=lambda: os.listdir(f"{parent}/cwd"),
        )


ENTRIES = [Mine()]
