"""Stop the own process, so that it can neither answer nor be asked to end.

It is killed all the same: timeout.
"""

import os
import signal

from _tools import Attack

EXPECT = "timeout"
GAMES = 1


class Mine(Attack):
    def attack(self):
        while True:  # for the referee lets it go on when it has looked
            os.kill(os.getpid(), signal.SIGSTOP)


ENTRIES = [Mine()]
