"""Remember in a file that there was a game before, where games are isolated.

Every game has a scratch folder of its own: wrong, never invalid.
"""

import os

from _tools import Attack

EXPECT = "wrong"
ISOLATE_GAMES = True
GAMES = 3


class Mine(Attack):
    def attack(self):
        if os.path.exists("new"):
            return "again", -1
        open("new", "w").close()
        return None


ENTRIES = [Mine()]
