"""The best first of two guesses: ``python -m research.studies.openings [PRICE PRICE]``.

What an opening is worth takes the best reply, among all words, to each of its 243
clues: seconds. So all openings with many patterns are first judged with a short menu of
replies, the better ones with a longer one, and the best of those exactly. The menu has
the best replies to eight good openings, those first that win the most.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from game.channels.response import likelihoods
from game.clues import Rule
from game.words import Vocabulary
from solver.belief.noisy_clues import best_posterior
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.elementary import total
from solver.numeric.ties import first_best, ranking

WORDS = Vocabulary.load()
MATRIX = clue_matrix(WORDS, Rule.LETTERWISE)
KNOWN = ("trace", "reast", "slate", "soare", "crate", "slant", "saint", "train")
# Replies on the menu, and how many openings go on to the next.
ROUNDS = ((60, 1200), (300, 12))


def judge(
    opening: int, prices: list[float], menu: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return the best reply on the menu to every clue, and the chance to win there."""
    replies = np.empty(243, np.intp)
    chances = np.empty(243)
    rows = MATRIX[menu] if len(menu) < len(MATRIX) else MATRIX
    for clue in range(243):
        joint = likelihoods(clue, prices[0])[MATRIX[opening]] / len(WORDS.answers)
        posteriors = best_posterior(rows, joint, prices[1], 5)
        best = first_best(posteriors / total(joint))
        replies[clue] = menu[best]
        chances[clue] = posteriors[best]
    return replies, chances


def main() -> None:
    """Print the best openings and their chances to win."""
    line = argparse.ArgumentParser(description=__doc__)
    line.add_argument("prices", nargs="*", type=float, metavar="PRICE")
    line.add_argument("--patterns", type=int, default=80, help="an opening's fewest")
    options = line.parse_args()
    prices = options.prices or [10.0, 4.3]
    if len(prices) != 2:
        line.error(f"{prices!r}: expected two prices")
    all_words = np.arange(len(MATRIX))

    # The menu: replies ranked by the games that they win after the known openings.
    worth = np.zeros(len(MATRIX))
    for word in tqdm(KNOWN, unit="opening", leave=False, disable=None):
        replies, chances_of_clues = judge(WORDS.guess_index[word], prices, all_words)
        np.add.at(worth, replies, chances_of_clues)
    menu = ranking(worth)

    # Each round has a longer menu, and so time for fewer openings.
    counts = np.array([len(np.unique(row)) for row in MATRIX])
    openings = np.flatnonzero(counts >= options.patterns)
    print(f"{len(openings)} openings with {options.patterns} patterns or more")
    for size, survivors in ROUNDS:
        rounds = tqdm(openings, unit="opening", leave=False, disable=None)
        chances = [total(judge(int(row), prices, menu[:size])[1]) for row in rounds]
        openings = openings[ranking(np.array(chances))[:survivors]]

    # The menu bounds chances from below; these are exact.
    for row in openings:
        chance = total(judge(int(row), prices, all_words)[1])
        print(f"{WORDS.guesses[row]}  {100 * chance:.3f} %", flush=True)


if __name__ == "__main__":
    main()
