"""Move at once and go on thinking in the background.

It counts for the games in which it happens: timeout sooner or later, else wrong.
"""

import threading

from _tools import Attack

EXPECT = {"timeout", "wrong"}


class Mine(Attack):
    def attack(self):
        threading.Thread(target=pow, args=(7, 10**9), daemon=True).start()
        return "slate", 3.0


ENTRIES = [Mine()]
