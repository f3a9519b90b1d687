"""Answer every request without reading any, until the channel is full.

The referee's next line does not fit, and it does not wait for room: crashed.
"""

import fcntl
import time

from _tools import Attack, request, sockets

EXPECT = {"crashed", "timeout"}
GAMES = 1
FIONREAD = 0x541B


class Mine(Attack):
    def attack(self):
        channel = sockets()[0]
        number, waiting = request()["id"], 0
        while True:
            channel.sendall(b'{"id":%d,"move":["slate",1.0]}\n' % number)
            number += 1
            while (more := _waiting(channel)) == waiting:
                time.sleep(0)
            waiting = more


def _waiting(channel):
    return int.from_bytes(fcntl.ioctl(channel, FIONREAD, bytes(4)), "little")


ENTRIES = [Mine()]
