"""Guess what looks like a word, or stops being one when it is cleaned up.

Invalid, all of them.
"""

from _tools import Attack

EXPECT = "invalid"
GAMES = 14
WORDS = ["zzzzz", "", " zonal", "zonal ", "zonal\n", "zonal\0", "zon\u0430l"]
WORDS += ["\uff5a\uff4f\uff4e\uff41\uff4c", "zona\u0142", "crane\ud800", "zonal" * 90]
WORDS += ["../zo", "=1+1+", "\x1b[31m"]


class Mine(Attack):
    def attack(self):
        return WORDS[self.games - 1], 3.0


ENTRIES = [Mine()]
