"""A small checkout of another project, with packages that have our packages' names."""

from pathlib import Path

BASE = """
from pathlib import Path

import game


class Base:
    def words(self):
        assert game.THEIRS
        table = Path("table.txt")
        if not table.exists():
            table.write_text(Path("answers.txt").read_text().upper())
        return table.read_text().lower().split()
"""

MINE = """
from strategies.base import Base


class Mine(Base):
    def __init__(self, first=9.0, second=5.0):
        self.prices = [first, second, 0]
        self.answers = self.words()

    def first_move(self):
        self.turn = -1
        return self.next_move("", 0, "")

    def next_move(self, guess, epsilon, result):
        self.turn += 1
        return self.answers[self.turn], self.prices[self.turn]
"""

G3 = """
from strategies.mine import Mine


class G3(Mine):
    def __init__(self, epsilon1, epsilon2):
        super().__init__(epsilon1, epsilon2)
"""

FILES = {
    "game/__init__.py": "THEIRS = True",
    "strategies/__init__.py": "",
    "strategies/base.py": BASE,
    "strategies/mine.py": MINE,
    "strategies/g3.py": G3,
    "answers.txt": "crane\nslate\ntrace\n",
}


def make(folder: Path) -> Path:
    """Write the checkout into a folder, and return the folder."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder
