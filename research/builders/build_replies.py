"""Rebuild the first table of second guesses for strategies/quantile.py.

``python -m research.builders.build_replies`` takes about 20 minutes. Afterwards,
research/builders/improve_replies.py makes a better table from this table.

The strategy makes three guesses. For each of the 243 possible first clues, the program
compares candidates for the second guess: the `CANDIDATES` words with the most
information (Arimoto information of the order `ORDER`). The program chooses the word
with the largest chance to win, and then the best price for this word. The file has one
line for each first clue. The lines are in the order of the clues as numbers, from 0 to
242. A line has the word and its price. The last guess gets the rest of the budget.

The last guess is chosen from a menu. The menu has every word that is the best last
guess after some clue to the first candidate (the word with the most information). So
the computed chance to win is exact for the first candidate. For every other candidate,
the computed chance is a lower bound, because a word outside the menu may be a better
last guess. So a candidate that replaces the first candidate is really better.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from game.channels.response import likelihoods
from game.clues import Rule
from game.word_files import DATA
from game.words import Vocabulary
from solver.belief.noisy_clues import information
from solver.belief.two_step import best_replies
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.elementary import total
from solver.numeric.ties import first_best, ranking

OPENING = "trace"
SCHEDULE = (12.25, 13.375, 10.75)
ORDER = 2.0
CANDIDATES = 12
# Prices to try for the second guess. Sums of these prices are exact binary fractions,
# so that all games have exactly the same cost.
PRICES = tuple(SCHEDULE[1] + change for change in (-1.0, -0.5, 0.5, 1.0))
FILE = DATA / "replies-trace.txt"


def main() -> None:
    """Choose the second guess and its price for every first clue; write the table."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    words = Vocabulary.load()
    matrix = clue_matrix(words, Rule.LETTERWISE)
    first = matrix[words.guess_index[OPENING]]
    lines = []
    for clue in tqdm(range(3**words.length), unit="clue", disable=None):
        joint = likelihoods(clue, SCHEDULE[0], words.length)[first]
        row, price = reply(matrix, joint / total(joint))
        lines.append(f"{words.guesses[row]} {price}\n")
    FILE.write_text("".join(lines), encoding="utf-8")


def reply(
    matrix: NDArray[np.unsignedinteger], belief: NDArray[np.float64]
) -> tuple[int, float]:
    """Return the best second guess and its price after a first clue.

    `belief` has the probability of each answer, given the first clue. The guess is
    returned as a row of the clue matrix `matrix`. The best guess has the largest chance
    to win.
    """
    _, price, last = SCHEDULE
    # The best last guesses after the first candidate are the menu from which the last
    # guess is chosen after every other candidate.
    bits = information(matrix, belief, price, 5, ORDER)
    candidates = ranking(bits)[:CANDIDATES]
    rows, chances = best_replies(matrix, belief, candidates[0], price, last, 5)
    menu = np.unique(rows)

    def chance(row: int, other: float) -> float:
        left = price + last - other
        return total(best_replies(matrix, belief, row, other, left, 5, menu)[1])

    chances_by_reply = {(int(candidates[0]), price): total(chances)}
    chances_by_reply |= {
        (int(row), price): chance(row, price) for row in candidates[1:]
    }

    # Choose the best word first, and then the best price for this word.
    row, _ = _best(chances_by_reply)
    chances_by_reply |= {(row, other): chance(row, other) for other in PRICES}
    return _best(chances_by_reply)


def _best(chances: dict[tuple[int, float], float]) -> tuple[int, float]:
    """Return the second guess and the price with the highest chance to win.

    A key of `chances` is a second guess, as a row of the clue matrix, and its price;
    the value is the chance to win. If several keys have the highest chance, the first
    of these keys is returned.
    """
    return list(chances)[first_best(np.array(list(chances.values())))]


if __name__ == "__main__":
    main()
