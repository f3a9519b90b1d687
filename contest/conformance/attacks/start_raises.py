"""Raise something whose text cannot be printed while being constructed.

No score, and the reason names its type.
"""

EXPECT = "no start"
REASON = "Mute"


class Mute(BaseException):
    def __str__(self):
        raise RuntimeError


class Mine:
    def __init__(self):
        raise Mute


ENTRIES = [Mine()]
