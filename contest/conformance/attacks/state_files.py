"""Leave a note for the process that comes after this one.

The folder is thrown away with the process: it never finds one.
"""

import os
from pathlib import Path

from _tools import Attack

EXPECT = "crashed"
REASON = "exited with status 0"

if Path("note").exists():
    raise RuntimeError("found a note")


class Mine(Attack):
    def attack(self):
        Path("note").write_text("zonal")
        os._exit(0)


ENTRIES = [Mine()]
