"""Compute upper bounds of the chance to win, and write `bounds-5.csv`.

Run ``python -m research.builders.build_bounds``. The plots of the chance to win read
this file, so that they need not compute the bounds.
"""

from __future__ import annotations

import argparse
import csv

from game.word_files import DATA
from game.words import Vocabulary
from solver.bounds.floors import compute_bounds


def main() -> None:
    """Write ``bounds-5.csv``: an upper bound of the chance to win for each budget.

    The first line has the digest of the word lists. Then each row has a budget in nats,
    and an upper bound of the chance of any strategy to win within this budget.
    """
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    words = Vocabulary.load()
    rows = list(enumerate(compute_bounds(words)))
    # The file is opened only after the bounds are computed. So the old file is not lost
    # if the program is stopped before.
    with (DATA / "bounds-5.csv").open("w", encoding="utf-8", newline="") as file:
        file.write(f"{words.digest}\n")
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("budget", "chance"))
        table.writerows(rows)


if __name__ == "__main__":
    main()
