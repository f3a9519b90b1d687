"""End the first thread, and fill the disk with deleted files in another.

The file system counts them and the thread ends, or they are looked for in a thread that
lives: crashed.
"""

import os
import threading
import time

from _tools import Attack, call, fill

EXPECT = "crashed"
REASON = ("exited with status", "over 256 MiB")
GAMES = 1


class Mine(Attack):
    def attack(self):
        threading.Thread(target=self.fill).start()
        call("exit", 0)

    def fill(self):
        for _ in range(5):
            file = os.open("part", os.O_CREAT | os.O_WRONLY)
            os.unlink("part")
            fill(file, 60 << 20)
        time.sleep(1e6)


ENTRIES = [Mine()]
