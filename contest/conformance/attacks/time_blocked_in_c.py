"""Block inside C with all signals masked, where no Python code runs again.

The wall limit ends it: timeout.
"""

import ctypes
import signal

from _tools import Attack

EXPECT = "timeout"
GAMES = 1


class Mine(Attack):
    def attack(self):
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        ctypes.PyDLL(None).pause()


ENTRIES = [Mine()]
