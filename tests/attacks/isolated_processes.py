"""Compute in several processes at once, whose time is not the copy's own.

A copy may not start any: wrong, with nothing started.
"""

import os

from _tools import Attack, call, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)
ISOLATED = True
VM, FILES, SIGCHLD = 0x100, 0x400, 17


class Mine(Attack):
    def prepare(self, setting):
        # The process that is copied may copy itself, but share nothing with copies.
        locked(
            memory=lambda: call("clone", VM | SIGCHLD, 0, 0, 0, 0),
            files=lambda: call("clone", FILES | SIGCHLD, 0, 0, 0, 0),
        )

    def attack(self):
        locked(fork=os.fork, clone=lambda: call("clone", SIGCHLD, 0, 0, 0, 0))


ENTRIES = [Mine()]
