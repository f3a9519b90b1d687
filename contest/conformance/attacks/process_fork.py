"""Start another process, by every way there is.

Every one is refused: wrong, with nothing started.
"""

import multiprocessing
import os
import pty
import subprocess

from _tools import Attack, call, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)
SIGCHLD, VM, FILES, VFORK, NEWUSER = 17, 0x100, 0x400, 0x4000, 0x10000000


class Mine(Attack):
    def attack(self):
        locked(
            fork=os.fork,
            forkpty=pty.fork,
            spawn=lambda: os.posix_spawn("/bin/true", ["true"], {}),
            run=lambda: subprocess.run(["true"]),
            system=lambda: _succeeds(os.system("true")),
            pool=lambda: multiprocessing.get_context("fork").Process().start(),
            clone=lambda: call("clone", SIGCHLD, 0, 0, 0, 0),
            clone_files=lambda: call("clone", SIGCHLD | FILES, 0, 0, 0, 0),
            clone_vfork=lambda: call("clone", SIGCHLD | VM | VFORK, 0, 0, 0, 0),
            clone_user=lambda: call("clone", SIGCHLD | NEWUSER, 0, 0, 0, 0),
            clone3=lambda: call("clone3", bytes(88), 88),
        )


def _succeeds(status):
    if status != 0:
        raise OSError


ENTRIES = [Mine()]
