"""Raise what a person's Ctrl-C raises.

Crashed; the run is not interrupted.
"""

from _tools import Attack

EXPECT = "crashed"
REASON = "KeyboardInterrupt"


class Mine(Attack):
    def attack(self):
        raise KeyboardInterrupt


ENTRIES = [Mine()]
