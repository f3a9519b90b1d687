"""Tell the process from which copies are made by signals that there was a game.

Copies cannot send any: wrong, never invalid.
"""

import os
import signal

from _tools import Attack

EXPECT = "wrong"
ISOLATED = True
GAMES = 3
HEARD = []


class Mine(Attack):
    def prepare(self, setting):
        self.origin = os.getpid()
        signal.signal(signal.SIGUSR1, lambda *_: HEARD.append(1))

    def attack(self):
        if HEARD:
            return "again", -1
        try:
            os.kill(self.origin, signal.SIGUSR1)
        except OSError:
            return None


ENTRIES = [Mine()]
