"""A process that ends while the file is imported."""

import os

from _tools import expect

os._exit(4)


@expect("no start", reason="exited with status 4")
def start_exits(self):
    """End the process. There is no score, and the reason says how it ended."""


ENTRIES = [start_exits()]
