"""Reach into the referee with the system calls that debuggers use.

Every one is refused: wrong, with nothing opened.
"""

import os

from _tools import Attack, call, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)
ATTACH, SEIZE = 16, 0x4206


class Mine(Attack):
    def attack(self):
        parent, me = os.getppid(), os.getpid()
        locked(
            attach=lambda: call("ptrace", ATTACH, parent, 0, 0),
            seize=lambda: call("ptrace", SEIZE, parent, 0, 0),
            traceme=lambda: call("ptrace", 0, 0, 0, 0),
            read=lambda: call("process_vm_readv", parent, 0, 0, 0, 0, 0),
            write=lambda: call("process_vm_writev", parent, 0, 0, 0, 0, 0),
            pidfd=lambda: call("pidfd_open", parent, 0),
            kcmp=lambda: call("kcmp", me, parent, 0, 0, 0),
            perf=lambda: call("perf_event_open", 0, parent, -1, -1, 0),
        )


ENTRIES = [Mine()]
