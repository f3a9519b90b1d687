"""Change the words, the referee, the results and this file, by every way there is.

Every one is refused: wrong, and nothing has changed.
"""

import os
from pathlib import Path

from _tools import Attack, locked, ours

EXPECT = "wrong"
NEEDS = ("Landlock", "seccomp")
HERE = Path(__file__).resolve().parent
TARGETS = {
    "words": ours("data/answers-5.txt"),
    "referee": ours("contest/runs/workers/runner.py"),
    "rules": ours("game/loop.py"),
    "results": ours("results/published.csv"),
    "myself": Path(__file__).resolve(),
}
# Where a door is open by mistake, these go through it and break nothing.
WAYS = {
    "append": lambda p: open(p, "a"),
    "update": lambda p: open(p, "r+b"),
    "truncate": lambda p: os.truncate(p, os.stat(p).st_size),
    "link": lambda p: os.link(p, "linked"),
    "mode": lambda p: os.chmod(p, os.stat(p).st_mode),
    "owner": lambda p: os.chown(p, -1, os.stat(p).st_gid),
    "times": lambda p: os.utime(p, ns=(os.stat(p).st_atime_ns, os.stat(p).st_mtime_ns)),
    "attribute": lambda p: os.setxattr(p, "user.x", b"x"),
}
# And these do, so they are tried on a file that is there for nothing else.
VICTIM = HERE / "victim.txt"
DESTROYING = {
    "cut": lambda p: os.open(p, os.O_RDONLY | os.O_TRUNC),
    "unlink": lambda p: os.unlink(p),
    "rename": lambda p: os.rename(p, p.with_suffix(".old")),
    "take": lambda p: os.rename(p, "mine"),
    "replace": lambda p: os.replace("fake", p),
}


class Mine(Attack):
    def attack(self):
        Path("fake").write_text("aback\n")
        doors = {
            f"{way} {name}": lambda w=way, p=path: WAYS[w](p)
            for name, path in TARGETS.items()
            for way in WAYS
        }
        doors |= {way: lambda w=way: DESTROYING[w](VICTIM) for way in DESTROYING}
        locked(**doors)


ENTRIES = [Mine()]
