"""Write ceilings-5.csv: ``python data/build_ceilings.py``.

Chances to win Fibble within a number of guesses that no strategy exceeds, rounded up.
"""

import csv
import math
import sys
from pathlib import Path

DATA = Path(__file__).resolve().parent
sys.path.append(str(DATA.parent))

from game.clues import Rule
from game.words import Vocabulary
from proofs.win_bounds import win_bounds
from solver.matrix.clue_matrix import answer_rows, clue_matrix

TURNS = 12


def ceilings(lies: int, turns: int = TURNS) -> list[float]:
    """Return the ceilings within 1, 2, ... guesses, rounded up to 0.01 %."""
    words = Vocabulary.load()
    clues = clue_matrix(words, Rule.CLASSIC), answer_rows(words)
    bounds = win_bounds(*clues, lies, words.length, turns)
    return [math.ceil(10_000 * float(bound)) / 10_000 for bound in bounds[1:]]


def main() -> None:
    """Write the file."""
    words = Vocabulary.load()
    with (DATA / "ceilings-5.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([words.digest])
        writer.writerow(["lies", "guesses", "chance"])
        for lies in range(words.length + 1):
            for turns, chance in enumerate(ceilings(lies), 1):
                writer.writerow([lies, turns, chance])


if __name__ == "__main__":
    main()
