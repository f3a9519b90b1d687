"""Use up the disk's names: files without content, by the thousand.

More than 10,000 end the process: crashed, or timeout where it is sooner.
"""

from _tools import Attack

EXPECT = {"crashed", "timeout"}
GAMES = 1
TIMEOUT = 0.15


class Mine(Attack):
    def attack(self):
        number = 0
        while True:
            number += 1
            open(str(number), "w").close()


ENTRIES = [Mine()]
