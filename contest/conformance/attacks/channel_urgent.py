"""Send a byte out of band, before and within an answer.

Crashed or wrong; the referee neither hangs nor spins.
"""

import socket

from _tools import Attack, sockets

EXPECT = {"crashed", "wrong", "timeout"}


class Mine(Attack):
    def attack(self):
        for channel in sockets():
            try:
                channel.send(b"!", socket.MSG_OOB)
            except OSError:  # this kernel has none
                return


ENTRIES = [Mine()]
