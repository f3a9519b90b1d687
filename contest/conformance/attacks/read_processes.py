"""Look around among the other processes of the machine.

The list of processes is shut, and none can be probed: wrong.
"""

import os

from _tools import Attack, locked

EXPECT = "wrong"
NEEDS = ("Landlock", "seccomp")


class Mine(Attack):
    def attack(self):
        locked(
            proc=lambda: os.listdir("/proc"),
            up=lambda: os.listdir("/proc/self/.."),
            one=lambda: open("/proc/1/cmdline").read(),
            load=lambda: open("/proc/loadavg").read(),
            probe=lambda: os.kill(os.getppid(), 0),
        )


ENTRIES = [Mine()]
