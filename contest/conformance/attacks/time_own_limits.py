"""Raise one's own limits, or set a CPU limit that ends the process as if by accident.

A limit that is reached is a crash or a timeout.
"""

import resource
import signal

from _tools import Attack

EXPECT = {"timeout", "crashed"}


class Mine(Attack):
    def attack(self):
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
        while True:
            pass


ENTRIES = [Mine()]
