"""Bounds of the chance to win, of `bounds-5.csv`.

Run ``python -m research.builders.build_bounds``. Plots of the chance to
win read them, so that the first one need not compute the table of values.
"""

from __future__ import annotations

import argparse
import csv

from game.word_files import DATA
from game.words import Vocabulary
from solver.bounds.floors import compute_bounds


def main() -> None:
    """Write the bounds, below the digest of the words for which they hold."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    words = Vocabulary.load()
    rows = list(enumerate(compute_bounds(words)))
    # Only now, as the file is lost if the computation is stopped.
    with (DATA / "bounds-5.csv").open("w", encoding="utf-8", newline="") as file:
        file.write(f"{words.digest}\n")
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("budget", "chance"))
        table.writerows(rows)


if __name__ == "__main__":
    main()
