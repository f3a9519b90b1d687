"""Leave word in the options of the channel that the original keeps open.

They cannot be set, nor locks taken: wrong, never invalid.
"""

import fcntl
import os
import socket

from _tools import Attack, locked, sockets

EXPECT = "wrong"
NEEDS = ("seccomp",)
ISOLATED = True
GAMES = 3


class Mine(Attack):
    def prepare(self, setting):
        self.file = os.open(os.__file__, os.O_RDONLY)
        self.kept = sockets()[0]

    def attack(self):
        kept, level = self.kept, socket.SOL_SOCKET
        locked(
            size=lambda: kept.setsockopt(level, socket.SO_RCVBUF, 4711),
            name=lambda: kept.bind(""),
            half=lambda: kept.shutdown(socket.SHUT_RD),
            lock=lambda: fcntl.flock(self.file, fcntl.LOCK_EX),
            range=lambda: fcntl.lockf(self.file, fcntl.LOCK_SH),
        )


ENTRIES = [Mine()]
