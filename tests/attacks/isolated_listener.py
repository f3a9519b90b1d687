"""Listen, from the process that copies are made of, to what each game's copy writes.

It stands still while a copy plays: wrong, never invalid.
"""

import os
import signal

from _tools import Attack

EXPECT = "wrong"
ISOLATED = True
GAMES = 3
HEARD = []


def listen(*_):
    if os.path.exists("word"):
        HEARD.append(1)


class Mine(Attack):
    def prepare(self, setting):
        signal.signal(signal.SIGALRM, listen)
        signal.setitimer(signal.ITIMER_REAL, 1e-3, 1e-3)

    def attack(self):
        if HEARD:
            return "again", -1
        import time

        with open("word", "w") as file:
            file.write("zonal")
        end = time.process_time() + 0.02
        while time.process_time() < end:
            pass
        return None


ENTRIES = [Mine()]
