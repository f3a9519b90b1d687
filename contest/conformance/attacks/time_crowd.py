"""Crowd the core that the referee works on with threads that do not wait for a lock.

The clock counts them all, and the referee gets its turn: timeout.
"""

import hashlib
import threading

from _tools import Attack

EXPECT = "timeout"
GAMES = 1


class Mine(Attack):
    def attack(self):
        burn = (hashlib.pbkdf2_hmac, ("sha256", b"x", b"y", 2**30))
        for _ in range(200):
            threading.Thread(target=burn[0], args=burn[1], daemon=True).start()
        hashlib.pbkdf2_hmac("sha256", b"x", b"y", 2**30)


ENTRIES = [Mine()]
