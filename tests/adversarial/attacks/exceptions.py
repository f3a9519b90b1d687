"""Exceptions that are none, hide, or pass for something else."""

import sys

from _tools import expect

from game.protocol import Forfeit, Outcome


@expect("crashed")
def base_exception(self):
    """Raise what is no Exception, in a group of such."""
    if self.games == 1:
        raise BaseException
    raise BaseExceptionGroup("many", [BaseException(), GeneratorExit(), ValueError()])


@expect("crashed", reason="SystemExit")
def leave(self):
    """Leave by SystemExit with a status that says success."""
    sys.exit(0)


@expect("crashed", reason="Forfeit")
def forfeit(self):
    """Raise the referee's own exceptions, to be taken for it."""
    raise Forfeit(Outcome.WON, "won")


@expect("crashed")
def formula(self):
    """Raise an exception whose text is a formula, a terminal's control and a CSV row.
    One harmless line is kept of it."""
    if self.games == 1:
        raise type("=cmd()", (Exception,), {})('",won,0.0\n\x1b[2J\r=1+1')
    raise ValueError("\x1b]0;owned\x07\u2028\u202e\ud800")


@expect("crashed")
def generator_exit(self):
    """Raise what ends generators, coroutines and iterations."""
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
    """Raise an exception that cannot be printed, or whose type cannot."""
    raise Mute


@expect("crashed", reason="'")
def wide_formula(self):
    """Raise what begins with a wide sign, which some spreadsheets read as plain."""
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
