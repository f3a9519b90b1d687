"""Beam search: trees with few guesses, and lower bounds of openings.

``python -m research.proofs.beam.search FILE`` searches for a tree with few guesses if
any guess may be the answer, and writes it. ``data/any-guess-5.csv`` is such a tree.
With ``--bound N`` in place of the file, the program prints the smallest lower bound of
all openings. The search for a bound stops when the bound has reached N.
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

# The highest level of the search (see `Beam`). No tree has needed a level as high as
# this.
_LEVELS = 4

# Mean number of guesses of a game with 1, 2, 4, 8, ... remaining answers. The means in
# `_MEANS` are from 14,000 positions of trees that play the guess with the least
# estimated cost, for the 12,972 guesses of Wordle. The means in `_BEYOND`, from 4,096
# answers on, are extrapolated.
_MEANS = 1, 1.5, 1.93, 2.2, 2.37, 2.62, 2.85, 3, 3.1, 3.3, 3.42, 3.5
_BEYOND = 3.57, 3.64, 3.71, 3.78, 3.85, 3.92

_UNIT = 256  # estimated numbers of guesses are multiples of 1 / 256


class Beam(Search):
    """Heuristic search for trees with few guesses, with the methods of `Search`.

    The cost of a position is the number of guesses of the best tree that is found. So
    this cost is at least the cost that the exact search `Search` computes. In each
    position, the `width` guesses with the least estimated cost are compared. `level` is
    the depth of the comparison: at level 0 the guess with the least estimated cost is
    played without comparison. Each level takes about `width` times as long as the level
    before. The limit of guesses in a game is at least three.
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
        self.plans = memo()  # cost and first guess of the tree found for each state
        self.guide = estimate_costs(len(vocabulary.answers))

    def best(self, state: State) -> tuple[float, str]:
        """Return the cost and the first guess of the best tree found for `state`.

        `state` is a position. The cost is the number of guesses in all games of the
        tree, or ``inf`` if no tree was found that wins every game.
        """
        cost, g = self._plan(state)
        return as_cost(cost), self.word(g)

    def at_level(self, level: int) -> Beam:
        """Return a copy of this search with the level `level` (see `Beam`).

        The copy shares the trees that were found so far.
        """
        beam = copy.copy(self)
        beam.level = level
        return beam

    def bound_cost(self, state: State, guess: str, enough: float = math.inf) -> float:
        """Return a lower bound of the cost of `guess` in the position `state`.

        The cost is the number of guesses in all games, and counts `guess`, too. The
        bound holds for all trees that play `guess` next, not only for trees that were
        tried. The search stops when the bound has reached `enough`.
        """
        g = self._number(guess)
        limit = int(min(enough, NEVER))
        return as_cost(lower_bound(self._tables, state, g, self._most_saved, limit))

    @cached_property
    def _most_saved(self) -> int:
        """A number k: any tree for all n answers needs at least 3 n - k guesses.

        So a tree saves at most k guesses, compared with three guesses for each answer.
        """
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
    """Return the best tree found that starts with `opening`, after its cost.

    The cost is the number of guesses in all games. The level of the search rises until
    a level finds no better tree. If no tree was found that wins every game, the cost is
    ``inf`` and the tree is None.
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
    """Return a lower bound of the number of guesses that any tree needs.

    The result is the smallest of the lower bounds of all openings. The search for the
    bound of an opening stops when the bound has reached `enough`.
    """
    start = beam.start()
    bar = tqdm(beam.vocabulary.guesses, unit="opening", delay=1, disable=None)
    return min(beam.bound_cost(start, word, enough) for word in bar)


def estimate_costs(answers: int) -> NDArray[np.int64]:
    """Return the estimated costs of positions with 0, 1, 2, ... `answers` answers.

    The cost of a position is the number of guesses in all games from this position on:
    one game for each answer. The result is the cost times `_UNIT`, rounded.

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
    """Write a tree with few guesses, or print the lower bound of all openings."""
    parser = argparse.ArgumentParser(
        prog="python -m research.proofs.beam.search",
        description=__doc__.splitlines()[0],
    )
    parser.add_argument(
        "file", nargs="?", type=Path, help="write the tree to this file, FILE.csv"
    )
    parser.add_argument(
        "--bound",
        type=int,
        help="print the smallest lower bound of all openings; the search stops when "
        "this bound has reached BOUND",
    )
    asked = parser.parse_args()
    if (asked.file is None) == (asked.bound is None):
        parser.error("expected one of: FILE, --bound BOUND")
    words = Vocabulary.load().guesses
    beam = Beam(Vocabulary(words, words), max_guesses=12, width=50)
    if asked.bound is not None:
        least = bound_openings(beam, asked.bound)
        sys.stdout.write(
            f"with every opening, a tree needs {least:,} guesses or more\n"
        )
        return
    total, tree = find_tree(beam, "tares")
    if tree is None:
        raise SystemExit("the search found no tree")
    write_tree(tree, asked.file)
    sys.stdout.write(f"the tree with the opening TARES needs {total:,} guesses\n")


if __name__ == "__main__":
    main()
