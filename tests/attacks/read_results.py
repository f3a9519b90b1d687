"""Open the results, where this very run is being written with its seed.

Folders around the strategy cannot even be listed: wrong.
"""

import os
from pathlib import Path

from _tools import Attack, locked

EXPECT = "wrong"
NEEDS = ("Landlock",)
ROOT = Path(__file__).resolve().parent.parent.parent


class Mine(Attack):
    def attack(self):
        locked(
            root=lambda: os.listdir(ROOT),
            results=lambda: os.listdir(ROOT / "results"),
            published=lambda: open(ROOT / "results" / "published.csv").read(),
            referee=lambda: open(ROOT / "contest" / "runner.py").read(),
            tests=lambda: os.listdir(ROOT / "tests"),
            temporary=lambda: os.listdir("/tmp"),
            neighbours=lambda: os.listdir(Path.cwd().parent),
            home=lambda: os.listdir("/root"),
            passwords=lambda: open("/etc/passwd").read(),
        )


ENTRIES = [Mine()]
