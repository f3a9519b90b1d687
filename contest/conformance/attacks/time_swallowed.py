"""Catch whatever is raised, whatever it is, and go on.

Nothing is raised that could be caught: timeout.
"""

from _tools import Attack

EXPECT = "timeout"


class Mine(Attack):
    def attack(self):
        while True:
            try:
                self.games += 0
            except:
                continue
            finally:
                continue


ENTRIES = [Mine()]
