"""G6, by a strategy that cannot be constructed, for which ENTRIES calls it."""

from _tools import expect


class Mute(BaseException):
    def __str__(self):
        raise RuntimeError


@expect("no start", reason="Mute")
class StartRaises:
    """Raise something whose text cannot be printed. No score, and the reason names its
    type."""

    def __init__(self):
        raise Mute


ENTRIES = [StartRaises()]
