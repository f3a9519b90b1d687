"""Largest information in the clue of a word.

Run ``python -m research.studies.word_capacity``.

The floors in solver/bounds/free_letters.py let every guess mark each letter in three
equally likely ways. No word of the list can: its clues are the at most 150 patterns
that some answer makes, and under no belief has its clue more information than the
capacity of the channel from those patterns. So a floor that depends on the words, but
holds for every belief, can be higher by about the difference printed here, for the
words with the most patterns.

Capacities are found by the algorithm of Blahut and Arimoto (1972), which gives an upper
bound after every step; the last bound is what is printed.
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
WORDS_TRIED = 12  # those with the most patterns
STEPS = 150


def capacity(channel: np.ndarray) -> float:
    """Return an upper bound on the capacity of rows P(seen | true), in bits."""
    weights = np.full(len(channel), 1 / len(channel))
    for _ in range(STEPS):
        bits = (channel * np.log2(channel / (weights @ channel))).sum(axis=1)
        weights = weights * np.exp2(bits)
        weights /= weights.sum()
    return float(bits.max())


def ideal(epsilon: float) -> float:
    """Return the capacity of five letters with three marks each, in bits."""
    keep = keep_probability(epsilon)
    lie = (1 - keep) / 2
    return 5 * (math.log2(3) + keep * math.log2(keep) + 2 * lie * math.log2(lie))


def main() -> None:
    """Print the capacity of the words with the most patterns, by price."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    # The capacity grows with the number of patterns.
    counts = np.array([len(np.unique(row)) for row in MATRIX])
    widest = np.argsort(-counts, kind="stable")[:WORDS_TRIED]
    print(f"most patterns: {WORDS.guesses[widest[0]]}, {counts[widest[0]]} of 243")
    print("epsilon  five letters  best word  share")

    # The best of these words beside letters that are marked freely.
    for epsilon in (5.0, 7.5, 10.0, 12.5, 15.0, 17.5):
        table = np.array([likelihoods(seen, epsilon) for seen in range(243)]).T
        most = ideal(epsilon)
        best = max(capacity(table[np.unique(MATRIX[row])]) for row in widest)
        best = min(best, most)  # where the steps have not come close enough
        print(f"{epsilon:7.1f}  {most:12.3f}  {best:9.3f}  {100 * best / most:4.1f} %")


if __name__ == "__main__":
    main()
