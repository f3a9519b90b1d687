"""Poison the compiled kernels, its own and those that all share.

Its own are a copy that is thrown away, the others cannot be written: wrong.
"""

import os
from pathlib import Path

from _tools import Attack, locked

EXPECT = "wrong"
NEEDS = ("Landlock",)


class Mine(Attack):
    def attack(self):
        mine = Path(os.environ["NUMBA_CACHE_DIR"])
        mine.mkdir(exist_ok=True)
        (mine / "poison.nbi").write_bytes(b"poison")
        shared = Path(os.environ["CLUEPROOF_CACHE"])
        locked(
            new=lambda: (shared / "poison.nbi").write_bytes(b"poison"),
            folder=lambda: (shared / "poison").mkdir(),
            **{
                f"file{k}": lambda p=p: open(p, "r+b")
                for k, p in enumerate(shared.iterdir())
                if p.is_file()
            },
        )


ENTRIES = [Mine()]
