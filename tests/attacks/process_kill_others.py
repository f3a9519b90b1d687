"""Send signals to the referee, its workers and everybody else.

Every one is refused: wrong, with nothing killed.
"""

import os
import signal

from _tools import Attack, call, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)


class Mine(Attack):
    def attack(self):
        parent = os.getppid()
        locked(
            parent=lambda: os.kill(parent, signal.SIGKILL),
            stop=lambda: os.kill(parent, signal.SIGSTOP),
            group=lambda: os.killpg(os.getpgid(parent), signal.SIGKILL),
            own_group=lambda: os.killpg(0, signal.SIGKILL),
            all=lambda: os.kill(-1, signal.SIGKILL),
            thread=lambda: call("tkill", parent, 9),
            thread_of=lambda: call("tgkill", parent, parent, 9),
            queue=lambda: call("rt_sigqueueinfo", parent, 9, bytes(128)),
        )


ENTRIES = [Mine()]
