"""Get a table of open files for one thread, where no look at the process finds them.

Threads share all files or are not started: wrong.
"""

from _tools import Attack, call, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)

UNSHARE = 2
VM_SIGHAND_THREAD = 0x100 | 0x800 | 0x10000


class Mine(Attack):
    def attack(self):
        locked(
            close_range=lambda: call("close_range", 250, 255, UNSHARE),
            unshare=lambda: call("unshare", 0x400),
            clone=lambda: call("clone", VM_SIGHAND_THREAD, 0, 0, 0, 0),
        )


ENTRIES = [Mine()]
