"""State that could outlive its game: variables, files, modules, compiled code."""

import os
import sys
import types
from pathlib import Path

from _tools import Attack, expect, locked

from game.clues import letterwise, to_text


@expect("wrong", isolate_games=True, games=3)
def isolated_files(self):
    """Remember an earlier game in a file, although games are isolated."""
    if os.path.exists("new"):
        return "again", -1
    open("new", "w").close()
    return None


SEEN = []


@expect("wrong", isolate_games=True, games=3)
def isolated_globals(self):
    """Remember an earlier game in a variable, although games are isolated."""
    SEEN.append(1)
    return ("again", -1) if len(SEEN) > 1 else None


@expect("wrong", isolate_games=True, games=3)
def isolated_output(self):
    """See by the position and the size of the output that there was a game before."""
    before = os.lseek(1, 0, os.SEEK_CUR), os.fstat(1).st_size
    os.write(1, b"there was a game")
    return ("again", -1) if any(before) else None


ASKED = ["crane", "sloth", "dumpy", "fibre"]
REMEMBERED = []


@expect("wrong", games=3)
class Globals(Attack):
    """Remember the clues of the previous game, and answer its secret in this game."""

    def prepare(self, setting):
        self.answers = setting.vocabulary.answers

    def attack(self):
        self.guess = next(filter(self.fits, self.answers), "zonal")
        self.left = list(ASKED)
        REMEMBERED.clear()
        return self.left.pop(), 1e5

    def next_move(self, guess, epsilon, result):
        REMEMBERED.append((guess, result))
        return (self.left.pop(), 1e5) if self.left else (self.guess, 0)

    def fits(self, word):
        return REMEMBERED and all(
            to_text(letterwise(word, guess), 5) == result
            for guess, result in REMEMBERED
        )


@expect("wrong", needs=("Landlock",))
def kernels(self):
    """Poison compiled kernels. The kernels of this process are a copy that is deleted.
    The kernels that all processes share cannot be written."""
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


@expect("wrong")
def modules(self):
    """Replace modules, so that the next import gets a false module."""
    for name in "random math socket csv contest.runs.workers.runner pandas".split():
        sys.modules[name] = types.ModuleType(name)
    sys.path.insert(0, "/nowhere")
    sys.meta_path.clear()


ENTRIES = {
    "isolated_files": isolated_files(),
    "isolated_globals": isolated_globals(),
    "isolated_output": isolated_output(),
    "globals": Globals(),
    "kernels": kernels(),
    "modules": modules(),
}
