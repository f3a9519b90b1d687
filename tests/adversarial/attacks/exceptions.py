"""Exceptions of unusual types, without a text, or with a misleading text."""

import sys

from _tools import expect

from game.protocol import Forfeit, Outcome


@expect("crashed")
def base_exception(self):
    """Raise a BaseException that is no Exception, alone or in a group."""
    if self.games == 1:
        raise BaseException
    raise BaseExceptionGroup("many", [BaseException(), GeneratorExit(), ValueError()])


@expect("crashed", reason="SystemExit")
def leave(self):
    """End the process by SystemExit, with the exit status of success."""
    sys.exit(0)


@expect("crashed", reason="Forfeit")
def forfeit(self):
    """Raise an exception of the referee, so that it is taken for the referee's own."""
    raise Forfeit(Outcome.WON, "won")


@expect("crashed")
def formula(self):
    """Raise an exception with a text that is a formula, a command for terminals and a
    row of CSV. One harmless line of it is kept."""
    if self.games == 1:
        raise type("=cmd()", (Exception,), {})('",won,0.0\n\x1b[2J\r=1+1')
    raise ValueError("\x1b]0;owned\x07\u2028\u202e\ud800")


@expect("crashed")
def generator_exit(self):
    """Raise exceptions that usually end generators and iterations."""
    raise (GeneratorExit, StopIteration, StopAsyncIteration)[self.games % 3]


class Meta(type):
    @property
    def __name__(cls):
        raise KeyboardInterrupt


class Mute(Exception, metaclass=Meta):
    def __str__(self):
        raise SystemExit


@expect("crashed")
def mute(self):
    """Raise an exception that cannot be printed, nor can the name of its type."""
    raise Mute


@expect("crashed", reason="'")
def wide_formula(self):
    """Raise an exception with a name that begins with a wide = or +. Some spreadsheets
    read these signs as the beginning of a formula."""
    sign = "\uff1d\uff0b"[self.games - 1]
    raise type(f"{sign}cmd()", (Exception,), {})


ENTRIES = {
    "base_exception": base_exception(),
    "exit": leave(),
    "forfeit": forfeit(),
    "formula": formula(),
    "generator_exit": generator_exit(),
    "mute": mute(),
    "wide_formula": wide_formula(),
}
