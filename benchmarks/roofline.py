"""Times of exact and rough ratings of all guesses: ``python benchmarks/roofline.py``.

The rough rating computes in single precision (`solver.belief.rough_kernel`). The times
are milliseconds of CPU time on one thread. Each line of the output is for another
number of possible answers: answers with a positive probability.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numba
import numpy as np

from game.channels.response import RESPONSE
from game.clues import Rule
from game.words import Vocabulary
from solver.belief.forms import form_of
from solver.belief.measures import Clues
from solver.belief.noisy_clues import best_posterior, information
from solver.belief.rough_kernel import BEST, ENTROPY, WORST, rough_sums
from solver.matrix.clue_matrix import clue_matrix

ROUNDS = 30
ANSWERS = (2315, 1150, 460, 74, 8)
EPSILON = 12.3
WORDS = Vocabulary.load()
MATRIX = clue_matrix(WORDS, Rule.LETTERWISE)
CLUES = Clues(MATRIX, np.arange(len(MATRIX)))
NOISE = form_of(RESPONSE, EPSILON, 5).arguments[:2]


def least(call: Callable[[], object]) -> float:
    """Return the least CPU time of `ROUNDS` calls of `call`, in milliseconds."""
    call()
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        call()
        times.append(time.process_time() - began)
    return min(times) * 1e3


def rough(belief: np.ndarray, kind: int, letter: tuple[float, float]) -> float:
    """Return the CPU time of a rough rating of all guesses, in milliseconds.

    `belief` has the probability of each answer. `kind` is the measure by which guesses
    are rated, such as `ENTROPY`. `letter` has two probabilities: that a mark stays, and
    that a mark becomes a given other mark.
    """
    columns = np.flatnonzero(belief)
    weights = belief[columns].astype(np.float32)
    same, other = map(np.float32, letter)
    out = np.empty(len(MATRIX), np.float32)

    # Every call copies the clues of the possible answers first, as the search of a
    # strategy does.
    def sums() -> None:
        clues = CLUES.by_answer(columns)
        rough_sums(clues, weights, same, other, 5, kind, out, 0, len(out))

    return least(sums)


def times(answers: int) -> tuple[float, ...]:
    """Return the six times of a line of the table, in milliseconds.

    The first three times are of rough ratings. The first rating only sums, for each
    clue of a guess, the probabilities of the answers with this clue. The second rating
    also takes logarithms of the sums. The third rating does the same for clues with
    noise: each mark may be false. The fourth time is of the exact rating by
    information. The last two times are of the rough and of the exact rating by the
    expected probability of the likeliest answer after the clue.

    The belief is random; `answers` answers have a positive probability.
    """
    generator = np.random.default_rng(1)
    belief = np.zeros(len(WORDS.answers))
    belief[:answers] = generator.random(answers)
    belief = generator.permutation(belief / belief.sum())
    return (
        rough(belief, WORST, (1.0, 0.0)),
        rough(belief, ENTROPY, (1.0, 0.0)),
        rough(belief, ENTROPY, NOISE),
        least(lambda: information(MATRIX, belief, EPSILON, 5)),
        rough(belief, BEST, NOISE),
        least(lambda: best_posterior(MATRIX, belief, EPSILON, 5)),
    )


def main() -> None:
    """Print the times for each number of possible answers."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    # Use one thread, because a strategy has one thread in the sandbox.
    numba.config.NUMBA_NUM_THREADS = 1
    print(
        "Milliseconds of CPU time to rate all guesses. Columns 2 to 4: rough ratings.\n"
        "Column 5: the exact rating by information, with noise."
    )
    print("best: ratings by the expected largest probability after the clue")
    print("answers  sums  and logarithms  and noise  exact  best: rough, exact")
    for answers in ANSWERS:
        sums, logarithms, noise, exact, *best = times(answers)
        print(f"{answers:7,} {sums:5.1f} {logarithms:15.1f}", end="")
        print(f" {noise:10.1f} {exact:6.1f} {best[0]:12.1f}, {best[1]:.1f}")


if __name__ == "__main__":
    main()
