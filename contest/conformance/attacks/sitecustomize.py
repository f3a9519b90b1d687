"""Bear a name that every Python imports when it starts, if it finds it.

No Python of the referee looks here: wrong.
"""

from _tools import Attack

EXPECT = "wrong"


class Mine(Attack):
    pass


ENTRIES = [Mine()]
