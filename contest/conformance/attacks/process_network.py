"""Talk to the world: sockets of every family, names, addresses.

Every one is refused: wrong.
"""

import socket

from _tools import Attack, locked

EXPECT = "wrong"
NEEDS = ("seccomp",)


class Mine(Attack):
    def attack(self):
        stream, datagram = socket.SOCK_STREAM, socket.SOCK_DGRAM
        locked(
            internet=lambda: socket.socket(socket.AF_INET, stream),
            datagram=lambda: socket.socket(socket.AF_INET6, datagram),
            local=lambda: socket.socket(socket.AF_UNIX, stream),
            kernel=lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
            pair=socket.socketpair,
            name=lambda: socket.getaddrinfo("example.org", 80),
        )


ENTRIES = [Mine()]
