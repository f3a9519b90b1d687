"""Have no name: raise when asked for it.

An entry that cannot be constructed and named is not scored.
"""

from _tools import Attack

EXPECT = "no start"
REASON = "SystemExit"


class Mine(Attack):
    def __str__(self):
        raise SystemExit(0)


ENTRIES = [Mine()]
