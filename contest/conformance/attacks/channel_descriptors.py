"""Send the referee open files along with the answer.

It does not take them, and the answer counts: wrong.
"""

import array
import os
import socket

from _tools import Attack, request, sockets

EXPECT = {"wrong", "crashed"}


class Mine(Attack):
    def attack(self):
        files = array.array("i", [os.open("/dev/null", os.O_RDONLY)] * 100)
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)]
        answer = b'{"id":%d,"move":["zonal",0]}\n' % request()["id"]
        for channel in sockets():
            channel.sendmsg([answer], rights)


ENTRIES = [Mine()]
