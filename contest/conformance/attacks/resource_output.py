"""Flood the output with noise and the controls of a terminal.

It lands in a file that is thrown away: wrong, and nobody sees it.
"""

import os
import sys

from _tools import Attack

EXPECT = "wrong"


class Mine(Attack):
    def attack(self):
        for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
            stream.write("\x1b[2J\x1b]0;owned\x07=1+1\r\n" * 10_000)
            stream.flush()
        os.write(1, b"\xff\xfe\x00" * 100_000)
        os.write(2, b"\xff\xfe\x00" * 100_000)


ENTRIES = [Mine()]
