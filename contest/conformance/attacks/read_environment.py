"""Look for the seed in the environment and on the command line.

The environment is the referee's choice, not the user's: wrong.
"""

import os
import sys

from _tools import Attack, Opened

EXPECT = "wrong"


class Mine(Attack):
    def attack(self):
        known = ("_NUM_THREADS", "NUMBA", "CLUEPROOF_CACHE", "PYTHON", "HOME", "TMPDIR")
        known += ("LANG", "LC_CTYPE", "SYSTEMROOT")
        strange = [n for n in os.environ if not any(k in n for k in known)]
        strange += [a for a in sys.argv[1:] if not a.isdigit()]
        if strange:
            raise Opened(str(strange))


ENTRIES = [Mine()]
