"""The best opening of two guesses.

Run ``python -m research.studies.openings [PRICE PRICE]``.

The value of an opening is the chance to win if the best second guess (the reply)
follows every one of its 243 clues. To find the best replies among all words takes
seconds for one opening. So all openings with many patterns (true clues) are first
judged with a short menu of replies. Then the better openings are judged with a longer
menu. At last, the best openings are judged with all words as replies, which is exact.
The menu has the best replies to eight good openings; the replies that win the most
games come first.
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
# Good openings; the best replies to them are on the menu.
KNOWN = ("trace", "reast", "slate", "soare", "crate", "slant", "saint", "train")
# Openings are judged in rounds (see the module's text). Each round has a number of
# replies on the menu, and a number of openings that go on to the next round.
ROUNDS = ((60, 1200), (300, 12))


def judge(
    opening: int, prices: list[float], menu: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return, for every clue to an opening, the best second guess and a chance to win.

    The result is two arrays with an element for every clue. The first array has the
    best second guess among the words in `menu`. The second array has the probability
    that the clue is seen and the game is won. `prices` has the prices of both guesses,
    in nats. `opening`, the words in `menu` and the second guesses are rows of the clue
    matrix.
    """
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
    line = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    line.add_argument(
        "prices",
        nargs="*",
        type=float,
        metavar="PRICE",
        help="prices of the two guesses, in nats [default: 10 4.3]",
    )
    line.add_argument(
        "--patterns",
        type=int,
        default=80,
        help="least number of patterns (true clues) of an opening [default: 80]",
    )
    options = line.parse_args()
    prices = options.prices or [10.0, 4.3]
    if len(prices) != 2:
        line.error(f"{prices!r}: expected two prices")
    all_words = np.arange(len(MATRIX))

    # The menu has the replies in the order of the number of games that they win after
    # the known openings.
    worth = np.zeros(len(MATRIX))
    for word in tqdm(KNOWN, unit="opening", leave=False, disable=None):
        replies, chances_of_clues = judge(WORDS.guess_index[word], prices, all_words)
        np.add.at(worth, replies, chances_of_clues)
    menu = ranking(worth)

    # In each round, the menu is longer than in the round before, and fewer openings are
    # judged, to save time.
    counts = np.array([len(np.unique(row)) for row in MATRIX])
    openings = np.flatnonzero(counts >= options.patterns)
    print(f"{len(openings)} openings with {options.patterns} patterns or more")
    for size, survivors in ROUNDS:
        rounds = tqdm(openings, unit="opening", leave=False, disable=None)
        chances = [total(judge(int(row), prices, menu[:size])[1]) for row in rounds]
        openings = openings[ranking(np.array(chances))[:survivors]]

    # The chances with a menu are lower bounds. The chances with all words are exact.
    for row in openings:
        chance = total(judge(int(row), prices, all_words)[1])
        print(f"{WORDS.guesses[row]}  {100 * chance:.3f} %", flush=True)


if __name__ == "__main__":
    main()
