"""Send signals to the referee, its workers and everybody else.

Every one is refused: wrong, with nobody reached.
"""

import os

from _tools import Attack, call, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)
HARMLESS = 0  # what may be sent is not asked, only whether anything may


class Mine(Attack):
    def attack(self):
        parent = os.getppid()
        locked(
            parent=lambda: os.kill(parent, HARMLESS),
            group=lambda: os.killpg(os.getpgid(parent), HARMLESS),
            own_group=lambda: os.killpg(0, HARMLESS),
            all=lambda: os.kill(-1, HARMLESS),
            thread=lambda: call("tkill", parent, HARMLESS),
            thread_of=lambda: call("tgkill", parent, parent, HARMLESS),
            queue=lambda: call("rt_sigqueueinfo", parent, HARMLESS, bytes(128)),
        )


ENTRIES = [Mine()]
