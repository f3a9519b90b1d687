"""Times of kernels, compared with plain numpy: ``python benchmarks/kernels.py``."""

from __future__ import annotations

import argparse

import numpy as np
from _clock import show, side_by_side

from game.channels.response import likelihoods
from game.clues import Rule, classic
from game.noise import keep_probability
from game.words import Vocabulary
from solver.belief.belief import Belief
from solver.belief.measures import best_last_guess
from solver.belief.noisy_clues import best_posterior, information
from solver.matrix.clue_kernel import build_matrix
from solver.matrix.clue_matrix import clue_matrix
from solver.matrix.partitions import partitions

SAMPLE = 30  # numpy computes only 30 guesses; its time is scaled to all guesses
WORDS = Vocabulary.load()
MATRIX = clue_matrix(WORDS, Rule.LETTERWISE)
FLAT = np.full(len(WORDS.answers), 1 / len(WORDS.answers))


def numpy_information(rows: np.ndarray, epsilon: float) -> np.ndarray:
    """Return, for each guess, the information of its clue about the secret, in bits.

    A row of `rows` has the clues of a guess for all answers. `epsilon` is the price.
    All answers are equally likely.
    """
    table = np.array([likelihoods(y, epsilon) for y in range(243)])
    sums = [np.bincount(row, FLAT, 243) for row in rows]
    seen = np.array(sums) @ table.T
    keep = keep_probability(epsilon)
    lie = (1 - keep) / 2
    noise = -5 * (keep * np.log2(keep) + 2 * lie * np.log2(lie))
    return -(seen * np.log2(seen)).sum(1) - noise


def numpy_best(rows: np.ndarray, epsilon: float) -> np.ndarray:
    """Return, for each guess, how probable the likeliest answer is expected to be.

    The probability is the probability after the clue of the guess, and the mean is over
    all clues. A row of `rows` has the clues of a guess for all answers. `epsilon` is
    the price.
    """
    table = np.array([likelihoods(y, epsilon) for y in range(243)])
    return np.array([(FLAT * table[:, row]).max(1).sum() for row in rows])


def numpy_partitions(rows: np.ndarray) -> np.ndarray:
    """Return an array with a row for each guess: the four numbers of `numpy_figures`.

    A row of `rows` has the clues of a guess for all answers.
    """
    return np.array([numpy_figures(np.bincount(row, FLAT, 243)) for row in rows])


def numpy_figures(weights: np.ndarray) -> tuple[float, ...]:
    """Return four figures of a guess; `partitions` computes the same four figures.

    A bucket is the set of answers with the same clue; `weights` has the probability of
    each bucket. The figures are the number of buckets, the largest probability of a
    bucket, the entropy of the clue in bits, and the expected probability of the bucket
    of the secret.
    """
    weights = weights[weights > 0]
    entropy = -(weights * np.log2(weights)).sum()
    return len(weights), weights.max(), entropy, (weights**2).sum()


def main() -> None:
    """Print, for several computations, the times of the kernel and of plain numpy."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    scale = len(MATRIX) / SAMPLE
    rows = MATRIX[:: len(MATRIX) // SAMPLE][:SAMPLE]
    words = WORDS.guesses[:SAMPLE]

    # The last call computes only a sample of the guesses. So its times are multiplied.
    def scale_last(times: dict[str, list[float]]) -> dict[str, list[float]]:
        slow = list(times)[-1]
        return {**times, slow: [t * scale for t in times[slow]]}

    times = side_by_side(
        3,
        kernel=lambda: build_matrix(WORDS, Rule.CLASSIC),
        python=lambda: [[classic(a, g) for a in WORDS.answers] for g in words],
    )
    show("clue matrix, 12,972 x 2,315", scale_last(times))
    times = side_by_side(
        5,
        kernel=lambda: partitions(MATRIX, FLAT),
        numpy=lambda: numpy_partitions(rows),
    )
    show("exact clues, all guesses", scale_last(times))
    times = side_by_side(
        5,
        kernel=lambda: information(MATRIX, FLAT, 12.0, 5),
        numpy=lambda: numpy_information(rows, 12.0),
    )
    show("mutual information, all guesses, epsilon 12", scale_last(times))
    times = side_by_side(
        5,
        kernel=lambda: best_posterior(MATRIX, FLAT, 12.0, 5),
        numpy=lambda: numpy_best(rows, 12.0),
    )
    show("expected best posterior, all guesses, epsilon 12", scale_last(times))
    # In a belief with few likely answers, the best guess is found without rating every
    # guess.
    belief = Belief.uniform(len(FLAT)).update(MATRIX[0], 0, 25.0, 5)
    sharp = belief.probabilities
    times = side_by_side(
        5,
        pruned=lambda: best_last_guess(MATRIX, sharp, 12.0, 5),
        full=lambda: best_posterior(MATRIX, sharp, 12.0, 5).argmax(),
    )
    show("best last guess, sharp belief", times)
    times = side_by_side(50, update=lambda: belief.update(MATRIX[7], 100, 12.0, 5))
    show("one belief update", times)


if __name__ == "__main__":
    main()
