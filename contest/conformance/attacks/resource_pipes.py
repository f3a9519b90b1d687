"""Take the machine's pipe buffers, as many and as large as they come.

Crashed by its own exception; the channel is no pipe.
"""

import fcntl
import os

from _tools import Attack

EXPECT = "crashed"
F_SETPIPE_SZ = 1031


class Mine(Attack):
    def attack(self):
        while True:
            for end in os.pipe():
                fcntl.fcntl(end, F_SETPIPE_SZ, 1 << 20)


ENTRIES = [Mine()]
