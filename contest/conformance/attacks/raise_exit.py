"""Leave by SystemExit with a status that says success.

Crashed, and the process stays.
"""

import sys

from _tools import Attack

EXPECT = "crashed"
REASON = "SystemExit"


class Mine(Attack):
    def attack(self):
        sys.exit(0)


ENTRIES = [Mine()]
