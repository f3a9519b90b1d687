"""Die by a real-time signal, which has a number but no name.

Crashed, and the referee does not stumble over it.
"""

import os

from _tools import Attack

EXPECT = "crashed"
REASON = "killed by signal 41"


class Mine(Attack):
    def attack(self):
        os.kill(os.getpid(), 41)


ENTRIES = [Mine()]
