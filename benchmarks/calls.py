"""CPU time of functions that strategies call: ``python benchmarks/calls.py``.

The times are milliseconds on one thread, because a strategy has one thread in the
sandbox. Every call is measured with three beliefs of a game of WORDPL: before the first
clue, after one clue, and after two clues.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from functools import partial

import numpy as np

# Numba reads this variable when it is imported, so it must be set before the imports
# below.
os.environ["NUMBA_NUM_THREADS"] = "1"

from game.clues import parse
from game.protocol import Setting
from game.words import Vocabulary
from solver.belief.belief import Belief
from solver.belief.measures import best_last_guess
from solver.belief.noisy_clues import best_posterior, information
from solver.belief.two_step import best_replies
from solver.matrix.clue_matrix import clue_matrix

TURNS = (("trace", 12.2, ".i..c"), ("solid", 13.4, ".c..i"))
ORDERS = (1.0, 1.5, 2.0, np.inf)
LAST_GUESSES = (80, 1000, 12972)
WORDS = Vocabulary.load()
MATRIX = clue_matrix(WORDS, Setting(WORDS).rule)


def milliseconds(call: Callable[[], object], repeats: int) -> float:
    """Return the least CPU time of `repeats` calls, in milliseconds.

    One more call comes first. It is not measured, because it may fill a cache.
    """
    call()
    times = []
    for _ in range(repeats):
        before = time.process_time()
        call()
        times.append(1000 * (time.process_time() - before))
    return min(times)


def calls(belief: Belief) -> dict[str, Callable[[], object]]:
    """Return a dict from names to the calls to measure; the calls use `belief`."""
    chances = belief.probabilities
    guess, price, seen = TURNS[-1]
    row = WORDS.guess_index[guess]
    # `best_replies` compares some words as the last guess of the game. Sort the words
    # by the chance to win if the next guess were the last guess, the best word first.
    ranked = np.argsort(-best_posterior(MATRIX, chances, 11.0, 5), kind="stable")
    return {
        "Belief.update": partial(belief.update, MATRIX[row], parse(seen, 5), price, 5),
        "best_last_guess": partial(best_last_guess, MATRIX, chances, 11.0, 5),
        **{
            f"information, order {order:g}": partial(
                information, MATRIX, chances, price, 5, order
            )
            for order in ORDERS
        },
        **{
            f"best_replies, {count} last guesses": partial(
                best_replies, MATRIX, chances, row, price, 11.0, 5, ranked[:count]
            )
            for count in LAST_GUESSES
        },
    }


def main() -> None:
    """Print the CPU time of each call, for each of the three beliefs."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    belief = Belief.over(WORDS.answers)
    for clues in range(len(TURNS) + 1):
        for name, call in calls(belief).items():
            # A call that compares all 12,972 words as the last guess takes seconds, so
            # measure it once.
            repeats = 1 if "12972" in name else 5
            print(f"{clues} clues  {name:34}{milliseconds(call, repeats):9.1f} ms")
        if clues < len(TURNS):
            guess, price, seen = TURNS[clues]
            row = MATRIX[WORDS.guess_index[guess]]
            belief = belief.update(row, parse(seen, 5), price, 5)


if __name__ == "__main__":
    main()
