"""Rebuild the table of second guesses of strategies/quantile.py.

Run for some 20 minutes: ``python -m research.builders.build_replies``.
For each of the 243 first clues the words with the most information, and then the
prices, are compared by the chance to win that they leave, two clues from the end. The
line of a clue, in the order of their codes, has the word and its price; the last guess
gets what is left of the budget.

The last guesses that come into question are those that are best after some clue to the
first candidate, among all words. So what is found for the others is at most what they
are worth, and who replaces the first candidate is better than it.
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
# Sums of prices that binary fractions hold exactly: all games cost the same.
PRICES = tuple(SCHEDULE[1] + change for change in (-1.0, -0.5, 0.5, 1.0))
FILE = DATA / "replies-trace.txt"


def main() -> None:
    """Choose a word and a price for every clue and write the file."""
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
    """Return the row and the price of the second guess with the best chance to win."""
    _, price, last = SCHEDULE
    # Last guesses that are best after the most informative word are the menu of others.
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

    # The best word, and then the best price for it.
    row, _ = _best(chances_by_reply)
    chances_by_reply |= {(row, other): chance(row, other) for other in PRICES}
    return _best(chances_by_reply)


def _best(chances: dict[tuple[int, float], float]) -> tuple[int, float]:
    """Return the reply with the best chance, of equal ones the first."""
    return list(chances)[first_best(np.array(list(chances.values())))]


if __name__ == "__main__":
    main()
