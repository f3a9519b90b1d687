"""G6: a strategy that cannot be constructed, so the import of this file fails."""

from _tools import expect


class Mute(BaseException):
    def __str__(self):
        raise RuntimeError


@expect("no start", reason="Mute")
class StartRaises:
    """Raise an exception that cannot be printed. The entry gets no score, and the
    reason names the type of the exception."""

    def __init__(self):
        raise Mute


ENTRIES = [StartRaises()]
