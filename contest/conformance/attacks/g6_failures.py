"""G6: a fault of a strategy is not taken for a fault of the referee."""

import os

from _tools import expect


@expect("crashed", reason="exited with status 0")
def leave(self):
    """End the process without a reply."""
    os._exit(0)


@expect("crashed", reason="KeyboardInterrupt")
def interrupt(self):
    """Raise the exception of Ctrl-C. The game is lost, and the run goes on."""
    raise KeyboardInterrupt


ENTRIES = {
    "exit": leave(),
    "interrupt": interrupt(),
}
