"""Change the words, the referee, the results and this file, by every way there is.

Every one is refused: wrong, and nothing has changed.
"""

import os
from pathlib import Path

from _tools import Attack, locked

EXPECT = "wrong"
NEEDS = ("Landlock", "seccomp")
ROOT = Path(__file__).resolve().parent.parent.parent
TARGETS = {
    "words": ROOT / "data" / "answers-5.txt",
    "referee": ROOT / "contest" / "runner.py",
    "rules": ROOT / "game" / "play.py",
    "results": ROOT / "results" / "published.csv",
    "myself": Path(__file__).resolve(),
}
WAYS = {
    "append": lambda p: open(p, "a"),
    "update": lambda p: open(p, "r+b"),
    "truncate": lambda p: os.truncate(p, os.stat(p).st_size),
    "cut": lambda p: os.open(p, os.O_RDONLY | os.O_TRUNC),
    "unlink": lambda p: os.unlink(p),
    "rename": lambda p: os.rename(p, p.with_suffix(".old")),
    "take": lambda p: os.rename(p, "mine"),
    "replace": lambda p: os.replace("fake", p),
    "link": lambda p: os.link(p, "linked"),
    "mode": lambda p: os.chmod(p, 0o666),
    "owner": lambda p: os.chown(p, 0, 0),
    "times": lambda p: os.utime(p, (0, 0)),
    "attribute": lambda p: os.setxattr(p, "user.x", b"x"),
}


class Mine(Attack):
    def attack(self):
        Path("fake").write_text("aback\n")
        doors = {
            f"{way} {name}": lambda w=way, p=path: WAYS[w](p)
            for name, path in TARGETS.items()
            for way in WAYS
        }
        locked(**doors)


ENTRIES = [Mine()]
