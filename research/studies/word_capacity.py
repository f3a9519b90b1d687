"""The largest information in the clue of a word.

Run ``python -m research.studies.word_capacity``.

The floors in solver/bounds/free_letters.py assume that every guess can mark each letter
in three equally likely ways. No word of the list can do this. A word has at most 150
true clues, its patterns. Under every belief, the information in the clue of a word is
at most the capacity of the channel from its patterns to the seen clue. The study
compares the capacities of the words with the most patterns with the capacity of letters
that are marked freely. The difference shows about how much higher a floor can be if it
depends on the words but holds for every belief.

The algorithm of Blahut and Arimoto (1972) finds the capacities. The algorithm gives an
upper bound after every step, and the study prints the last bound.
"""

from __future__ import annotations

import argparse
import math

import numpy as np

from game.channels.response import likelihoods
from game.clues import Rule
from game.noise import keep_probability
from game.words import Vocabulary
from solver.matrix.clue_matrix import clue_matrix

WORDS = Vocabulary.load()
MATRIX = clue_matrix(WORDS, Rule.LETTERWISE)
WORDS_TRIED = 12  # number of words with the most patterns that are tried
STEPS = 150  # number of steps of the algorithm of Blahut and Arimoto


def capacity(channel: np.ndarray) -> float:
    """Return an upper bound of the Shannon capacity of a channel, in bits.

    A row of `channel` belongs to a true clue, and has the probability of each seen clue
    if this true clue is right. The algorithm of Blahut and Arimoto computes the bound.
    """
    weights = np.full(len(channel), 1 / len(channel))
    for _ in range(STEPS):
        bits = (channel * np.log2(channel / (weights @ channel))).sum(axis=1)
        weights = weights * np.exp2(bits)
        weights /= weights.sum()
    return float(bits.max())


def ideal(epsilon: float) -> float:
    """Return the largest information, in bits, of a clue with freely chosen true marks.

    Any letter can have any true mark; no word of the list allows this. `epsilon` is
    the price of the clue, which has five letters.
    """
    keep = keep_probability(epsilon)
    lie = (1 - keep) / 2
    return 5 * (math.log2(3) + keep * math.log2(keep) + 2 * lie * math.log2(lie))


def main() -> None:
    """Print the largest capacity of the clue of a word, for several prices."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    # Words with many patterns (true clues) have a large capacity. So only the words
    # with the most patterns are tried.
    counts = np.array([len(np.unique(row)) for row in MATRIX])
    widest = np.argsort(-counts, kind="stable")[:WORDS_TRIED]
    print(
        f"{WORDS.guesses[widest[0]]} has the most patterns: {counts[widest[0]]} of 243"
    )
    print("epsilon  free letters  best word  ratio    (capacities in bits)")

    # The best of these words is compared with letters that are marked freely.
    for epsilon in (5.0, 7.5, 10.0, 12.5, 15.0, 17.5):
        table = np.array([likelihoods(seen, epsilon) for seen in range(243)]).T
        most = ideal(epsilon)
        best = max(capacity(table[np.unique(MATRIX[row])]) for row in widest)
        # `capacity` returns an upper bound. The capacity of letters that are marked
        # freely is another upper bound. The smaller bound counts.
        best = min(best, most)
        print(f"{epsilon:7.1f}  {most:12.3f}  {best:9.3f}  {100 * best / most:4.1f} %")


if __name__ == "__main__":
    main()
