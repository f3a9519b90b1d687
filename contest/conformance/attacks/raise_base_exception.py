"""Raise what is no Exception, in a group of such.

Crashed.
"""

from _tools import Attack

EXPECT = "crashed"


class Odd(BaseException):
    pass


class Mine(Attack):
    def attack(self):
        if self.games == 1:
            raise Odd
        raise BaseExceptionGroup("many", [Odd(), GeneratorExit(), ValueError()])


ENTRIES = [Mine()]
