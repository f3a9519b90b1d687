"""Go on in a thread after the game, while nobody plays and nobody watches.

Between games the process stands still: wrong.
"""

import threading
import time

from _tools import Attack, Opened

EXPECT = "wrong"
IDLE = 0.6


class Mine(Attack):
    over, ticks = False, 0

    def attack(self):
        ticks, self.over = self.ticks, False
        if self.games == 1:
            threading.Thread(target=self.work, daemon=True).start()
        if ticks > 25:
            raise Opened(f"{ticks} hundredths of a second")
        self.over = True

    def work(self):
        while True:
            time.sleep(0.01)
            self.ticks += self.over


ENTRIES = [Mine()]
