"""A file whose import does not end."""

import time

from _tools import expect

time.sleep(1e6)


@expect("no start", reason="not ready in time", start_timeout=1.0)
def start_slow(self):
    """Be so slow that no game ever begins. The start has a limit of its own."""


ENTRIES = [start_slow()]
