"""Ask the channel who is at its other end, and take the referee's files from it.

The kernel may name the referee, its files stay shut: wrong.
"""

import socket

from _tools import Attack, call, locked, sockets

EXPECT = "wrong"
NEEDS = ("seccomp",)
SO_PEERPIDFD = 77


class Mine(Attack):
    def attack(self):
        for channel in sockets():
            try:
                referee = channel.getsockopt(socket.SOL_SOCKET, SO_PEERPIDFD)
            except OSError:  # an older kernel
                referee = 3
            locked(
                steal=lambda fd=referee: call("pidfd_getfd", fd, 0, 0),
                signal=lambda fd=referee: call("pidfd_send_signal", fd, 0, 0, 0),
                enter=lambda fd=referee: call("setns", fd, 0x10000000),
            )


ENTRIES = [Mine()]
