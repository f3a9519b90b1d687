"""Take leases on files that others need, which makes them wait when they open them.

Leases are refused, and so are the flags that change a file for good: wrong.
"""

import fcntl
import os

from _tools import Attack, locked, ours

EXPECT = "wrong"
NEEDS = ("seccomp",)
WORDS = ours("data/answers-5.txt")
F_SETLEASE, SETFLAGS, ENABLE_VERITY = 1024, 0x40086602, 0x40806685


class Mine(Attack):
    def attack(self):
        file = os.open(WORDS, os.O_RDONLY)
        locked(
            write=lambda: fcntl.fcntl(file, F_SETLEASE, fcntl.F_WRLCK),
            read=lambda: fcntl.fcntl(file, F_SETLEASE, fcntl.F_RDLCK),
            flags=lambda: fcntl.ioctl(file, SETFLAGS, bytes(8)),
            verity=lambda: fcntl.ioctl(file, ENABLE_VERITY, bytes(128)),
        )
        os.close(file)


ENTRIES = [Mine()]
