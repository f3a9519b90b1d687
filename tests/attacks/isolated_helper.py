"""Keep a helper process, which writes into a pipe what each game's copy tells it.

Helpers are ended with the game, or the strategy is for them: never invalid.
"""

import os
import time

from _tools import Attack

EXPECT = {"wrong", "crashed", "no start"}
ISOLATED = True
GAMES = 3


class Mine(Attack):
    def prepare(self, setting):
        self.ear, mouth = os.pipe()
        if os.fork() == 0:
            while not os.path.exists("word"):
                time.sleep(1e-3)
            os.write(mouth, b"there was a game")
            time.sleep(1e6)
        os.close(mouth)
        os.set_blocking(self.ear, False)

    def attack(self):
        try:
            if os.read(self.ear, 9):
                return "again", -1
        except BlockingIOError:
            pass
        with open("word", "w") as file:
            file.write("zonal")
        time.sleep(0.02)
        return None


ENTRIES = [Mine()]
