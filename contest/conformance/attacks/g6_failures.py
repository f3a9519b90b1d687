"""G6: a fault of the referee is never scored, nor one of a strategy taken for it."""

import os

from _tools import expect


@expect("crashed", reason="exited with status 0")
def leave(self):
    """End the process without a word."""
    os._exit(0)


@expect("crashed", reason="KeyboardInterrupt")
def interrupt(self):
    """Raise what a person's Ctrl-C raises. Crashed; the run is not interrupted."""
    raise KeyboardInterrupt


ENTRIES = {
    "exit": leave(),
    "interrupt": interrupt(),
}
