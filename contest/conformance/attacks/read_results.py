"""Open the results, where this very run is being written with its seed.

Folders around the strategy cannot even be listed: wrong.
"""

import os
from pathlib import Path

from _tools import ROOT, Attack, locked, ours

EXPECT = "wrong"
NEEDS = ("Landlock",)
RESULTS, PUBLISHED = ours("results"), ours("results/published.csv")
REFEREE = ours("contest/runs/workers/runner.py")
ATTACKS = ours("contest/conformance/attacks")


class Mine(Attack):
    def attack(self):
        locked(
            root=lambda: os.listdir(ROOT),
            results=lambda: os.listdir(RESULTS),
            published=lambda: open(PUBLISHED).read(),
            referee=lambda: open(REFEREE).read(),
            attacks=lambda: os.listdir(ATTACKS),
            temporary=lambda: os.listdir("/tmp"),
            neighbours=lambda: os.listdir(Path.cwd().parent),
            home=lambda: os.listdir("/root"),
            passwords=lambda: open("/etc/passwd").read(),
        )


ENTRIES = [Mine()]
