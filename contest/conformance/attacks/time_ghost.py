"""End the first thread, so that the process looks dead, and go on in another.

The clock counts all threads: timeout.
"""

import threading

from _tools import Attack, call

EXPECT = "timeout"
GAMES = 1


class Mine(Attack):
    def attack(self):
        def burn():
            while True:
                pass

        threading.Thread(target=burn).start()
        call("exit", 0)


ENTRIES = [Mine()]
