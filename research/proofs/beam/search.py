"""Beam search: trees with few guesses, and lower bounds of openings.

``python -m research.proofs.beam.search FILE`` writes ``data/any-guess-5.csv``, the tree
with the fewest guesses that was found where any guess may be the answer. With ``--bound
N`` in place of the file it prints the least lower bound of an opening; no bound above N
is sought.
"""

from __future__ import annotations

import argparse
import copy
import math
import sys
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from game.words import Vocabulary
from research.proofs.beam.search_kernel import lower_bound, plan
from solver.optimal.ranking_kernel import survey
from solver.optimal.search import MAX_GUESSES, Search, as_cost
from solver.optimal.state_kernel import State
from solver.optimal.transposition_kernel import memo
from solver.trees.files import write_tree
from solver.trees.objective import NEVER
from solver.trees.tree import Tree

_LEVELS = 4  # levels of the search, more than have been of use

# Mean guesses of a game with 1, 2, 4, 8, ... answers left: of 14,000 positions of trees
# that play the guess with the least estimate, for the 12,972 guesses of Wordle; from
# 4,096 answers on, extrapolated.
_MEANS = 1, 1.5, 1.93, 2.2, 2.37, 2.62, 2.85, 3, 3.1, 3.3, 3.42, 3.5
_BEYOND = 3.57, 3.64, 3.71, 3.78, 3.85, 3.92

_UNIT = 256  # in which estimated guesses are whole numbers


class Beam(Search):
    """Heuristic search, with the methods of the exact one.

    Costs are those of the best trees found, and at least the exact ones. The `width`
    guesses of a state with the least estimated cost are compared, to the depth `level`:
    0 is the least estimated cost alone, and each level takes about `width` times as
    long as the one before. A game has at least three guesses.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        max_guesses: int = MAX_GUESSES,
        width: int = 20,
    ) -> None:
        super().__init__(vocabulary, max_guesses=max_guesses)
        self.width = width
        self.level = 0
        self.plans = memo()  # costs and guesses of the trees found
        self.guide = estimate_costs(len(vocabulary.answers))

    def best(self, state: State) -> tuple[float, str]:
        """Return the guesses of all games of the best tree found, and its guess.

        The number is ``inf`` where no tree was found that wins every game.
        """
        cost, g = self._plan(state)
        return as_cost(cost), self.word(g)

    def at_level(self, level: int) -> Beam:
        """Return a search of another level, with the trees that this one has found."""
        beam = copy.copy(self)
        beam.level = level
        return beam

    def bound_cost(self, state: State, guess: str, enough: float = math.inf) -> float:
        """Return a lower bound of the guesses of all games if `guess` comes next.

        The guess is counted. The bound holds for every tree, not only for those that
        were tried; none above `enough` is sought.
        """
        g = self._number(guess)
        limit = int(min(enough, NEVER))
        return as_cost(lower_bound(self._tables, state, g, self._most_saved, limit))

    @cached_property
    def _most_saved(self) -> int:
        """Most guesses that a tree saves, compared to three for each answer."""
        n = len(self.vocabulary.answers)
        lows, _ = survey(self._tables, self.start())
        return 3 * n - int(lows.min())

    def _solve(self, state: State, top: int, before: int, g: int) -> int:
        return self._plan(state)[0]

    def _plan(self, state: State) -> tuple[int, int]:
        tables = self._tables, self.memo, self.plans, self.guide
        cost, g = plan(*tables, state, self.level, self.width)
        return int(cost), int(g)


def find_tree(beam: Beam, opening: str) -> tuple[float, Tree | None]:
    """Return the guesses of all games and the tree of an opening.

    Levels of the search follow each other until one finds no better tree. The number is
    ``inf`` and the tree None where none was found that wins every game.
    """
    start = beam.start()
    total = math.inf
    for level in range(_LEVELS + 1):
        beam = beam.at_level(level)
        before = total
        total = beam.cost(start, opening)
        if level > 1 and total == before < math.inf:
            break
    return total, beam.tree(start, opening)


def bound_openings(beam: Beam, enough: float) -> float:
    """Return the least lower bound of an opening, none above `enough`."""
    start = beam.start()
    bar = tqdm(beam.vocabulary.guesses, unit="opening", delay=1, disable=None)
    return min(beam.bound_cost(start, word, enough) for word in bar)


def estimate_costs(answers: int) -> NDArray[np.int64]:
    """Return the estimated cost of 0, 1, 2, ... `answers` answers, in `_UNIT`.

    Examples
    --------
    >>> (estimate_costs(5) / _UNIT).round(2)
    array([ 0.  ,  1.  ,  3.  ,  5.36,  7.72, 10.19])
    """
    means = np.array([*_MEANS, *_BEYOND])
    sizes = 2.0 ** np.arange(len(means))
    costs = np.interp(np.arange(answers + 1), [0, *sizes], [0, *(sizes * means)])
    return np.asarray(np.rint(_UNIT * costs), np.int64)


def main() -> None:
    """Write the tree, or print the lower bound."""
    parser = argparse.ArgumentParser(prog="python -m research.proofs.beam.search")
    parser.add_argument("file", nargs="?", type=Path, help="the tree, FILE.csv")
    parser.add_argument("--bound", type=int, help="print the least bound up to BOUND")
    asked = parser.parse_args()
    if (asked.file is None) == (asked.bound is None):
        parser.error("expected one of: FILE, --bound BOUND")
    words = Vocabulary.load().guesses
    beam = Beam(Vocabulary(words, words), max_guesses=12, width=50)
    if asked.bound is not None:
        least = bound_openings(beam, asked.bound)
        sys.stdout.write(f"every opening needs {least:,} guesses or more\n")
        return
    total, tree = find_tree(beam, "tares")
    if tree is None:
        raise SystemExit("no tree was found")
    write_tree(tree, asked.file)
    sys.stdout.write(f"TARES: {total:,} guesses\n")


if __name__ == "__main__":
    main()
