"""Bounds of the chance to win, of `bounds-5.csv`.

Run from anywhere: ``python research/builders/build_bounds.py``. Plots of the chance to
win read them, so that the first one need not compute the table of values.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
sys.path.append(str(ROOT))

from game.words import Vocabulary
from solver.bounds.floors import compute_bounds


def main() -> None:
    """Write the bounds, below the digest of the words for which they hold."""
    words = Vocabulary.load()
    with (DATA / "bounds-5.csv").open("w", encoding="utf-8", newline="") as file:
        file.write(f"{words.digest}\n")
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("budget", "chance"))
        table.writerows(enumerate(compute_bounds(words)))


if __name__ == "__main__":
    main()
