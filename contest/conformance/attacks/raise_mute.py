"""Raise an exception that cannot be printed, or whose type cannot.

Crashed.
"""

from _tools import Attack

EXPECT = "crashed"


class Meta(type):
    @property
    def __name__(cls):
        raise KeyboardInterrupt


class Mute(Exception, metaclass=Meta):
    def __str__(self):
        raise SystemExit


class Mine(Attack):
    def attack(self):
        raise Mute


ENTRIES = [Mine()]
