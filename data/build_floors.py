"""Proofs of the floors of `floors-5.csv`, repeated before the file is written.

Run from anywhere: ``python data/build_floors.py``; six minutes of CPU time on one core.
With a share, say 0.95, only that floor is proved and nothing is written. The plans were
found by minimising the bound for the two most informative words, over a few prices and
times; the script stops with a message if a floor is not proved.
"""

from __future__ import annotations

import csv
import dataclasses
import sys
from pathlib import Path

from tqdm import tqdm

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

from game.words import Vocabulary  # noqa: E402
from solver.bounds.floor_tables import Floor  # noqa: E402
from solver.bounds.word_bounds import pattern_shares, proves  # noqa: E402

FLOORS = (
    Floor(0.05, 11.05, 1.2, 3.2, 4.56, -0.0005, 0.0086, 5.4),
    Floor(0.5, 25.5, 3.5, 6.6, 5.8713, -1.07551, 1.39599, 1.1355),
    Floor(0.95, 41.8, 4.0, 6.0, 4.4125, 0.74109, 0.1686, 1.193),
)
FILE = HERE / "floors-5.csv"


def main() -> None:
    """Prove the plans, or the one of the share that is given."""
    words = Vocabulary.load()
    wanted = [float(argument) for argument in sys.argv[1:]]
    for floor in FLOORS:
        if not wanted or floor.share in wanted:
            prove(floor, words)
    if not wanted:
        write(words)


def prove(floor: Floor, words: Vocabulary) -> None:
    """Prove one floor for all words, or stop."""
    shares = pattern_shares(words)
    title = f"{floor.share:.0%}"
    with tqdm(total=len(shares), desc=title, unit="word", disable=None) as bar:
        proved = proves(floor, shares, len(words.answers), words.length, bar.update)
    if not proved:
        sys.exit(f"not proved: {floor!r}")


def write(words: Vocabulary) -> None:
    """Write the plans with the digest of the words for which they hold."""
    rows = [dataclasses.asdict(floor) for floor in FLOORS]
    with FILE.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, [*rows[0], "words"], lineterminator="\n")
        table.writeheader()
        table.writerows(row | {"words": words.digest} for row in rows)


if __name__ == "__main__":
    main()
