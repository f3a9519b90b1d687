"""Make the referee the owner of the channel, so that the kernel sends it signals.

Owners cannot be set: wrong, and the referee lives.
"""

import array
import fcntl
import os
import signal

from _tools import Attack, locked, sockets

EXPECT = "wrong"
NEEDS = ("seccomp",)
F_SETOWN_EX, F_SETSIG, FIOSETOWN, SIOCSPGRP = 15, 10, 0x8901, 0x8902


class Mine(Attack):
    def attack(self):
        parent = os.getppid()
        number = array.array("i", [parent])
        for channel in sockets():
            locked(
                own=lambda fd=channel: fcntl.fcntl(fd, fcntl.F_SETOWN, parent),
                own_ex=lambda fd=channel: fcntl.fcntl(fd, F_SETOWN_EX, bytes(8)),
                kind=lambda fd=channel: fcntl.fcntl(fd, F_SETSIG, signal.SIGURG),
                ioctl=lambda fd=channel: fcntl.ioctl(fd, FIOSETOWN, number),
                group=lambda fd=channel: fcntl.ioctl(fd, SIOCSPGRP, number),
            )


ENTRIES = [Mine()]
