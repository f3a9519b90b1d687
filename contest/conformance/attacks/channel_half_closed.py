"""Close one direction of the channel: say no more, or hear no more.

Crashed.
"""

import socket

from _tools import Attack, sockets

EXPECT = "crashed"
REASON = "process ended"


class Mine(Attack):
    def attack(self):
        for channel in sockets():
            channel.shutdown(socket.SHUT_RD if self.games > 1 else socket.SHUT_WR)
        return "slate", 3.0


ENTRIES = [Mine()]
