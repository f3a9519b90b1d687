"""Remember in a variable that there was a game before, where games are isolated.

Every game gets a new process: wrong, never invalid.
"""

from _tools import Attack

EXPECT = "wrong"
ISOLATE_GAMES = True
GAMES = 3
SEEN = []


class Mine(Attack):
    def attack(self):
        SEEN.append(1)
        return ("again", -1) if len(SEEN) > 1 else None


ENTRIES = [Mine()]
