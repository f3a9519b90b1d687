"""Get privileges in a world of one's own: namespaces, mounts, another root.

Every one is refused: wrong.
"""

import os

from _tools import Attack, call, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)
NEWUSER, NEWNS = 0x10000000, 0x20000


class Mine(Attack):
    def attack(self):
        locked(
            unshare=lambda: call("unshare", NEWUSER | NEWNS),
            chroot=lambda: os.chroot("."),
            mount=lambda: call("mount", b"none", b".", b"tmpfs", 0, 0),
            personality=lambda: call("personality", 0x0040000),
            ring=lambda: call("io_uring_setup", 1, bytes(120)),
            faults=lambda: call("userfaultfd", 0),
            bpf=lambda: call("bpf", 0, bytes(64), 64),
            keys=lambda: call("add_key", b"user", b"clueproof", b"x", 1, -3),
            open2=lambda: call("openat2", -100, b"/etc/passwd", bytes(24), 24),
        )


ENTRIES = [Mine()]
