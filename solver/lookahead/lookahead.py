"""Heuristic search several guesses ahead, for equally likely answers.

A guess divides the answers into parts, one for each clue. The search finds the best
next guess for each part. At the last level, this is the best of all guesses. At earlier
levels, it is the best of a few candidates: the guesses with the best immediate scores.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from game.arrays import Floats, Indices, Mask, Matrix
from game.clues import Rule, all_correct
from game.words import Vocabulary
from solver.lookahead.lookahead_kernel import least_costs
from solver.matrix.buckets import Columns, clue_columns, padded_columns
from solver.matrix.clue_matrix import answer_rows, clue_matrix
from solver.numeric.threads import read_only
from solver.numeric.ties import ranking

PlanValue: TypeAlias = Any
"""The cost of going on after some guesses: a number or a tuple. Smaller is better."""

# A guess that was searched gets a score from its value, plus its immediate score times
# this weight. So the immediate score decides only between guesses of equal value.
_AT_ONCE = 1e-6


Tables = tuple[Matrix, Columns, Indices, int]


def tables(vocabulary: Vocabulary, rule: Rule) -> Tables:
    """Return the tables that a `Lookahead` needs: `matrix`, `columns`, `rows`, `right`.

    They are the clue matrix, the clue matrix by columns, the index of each answer among
    the guesses, and the clue of a right guess.
    """
    matrix = clue_matrix(vocabulary, rule)
    columns = clue_columns(vocabulary, rule)
    return matrix, columns, answer_rows(vocabulary), all_correct(vocabulary.length)


@dataclass(frozen=True, slots=True, eq=False)
class Lookahead:
    """Search several guesses ahead.

    The subclasses in `solver.lookahead.objectives` define the objective. `columns` is
    the clue matrix by columns. `rows` has the index of each answer among the guesses.
    `right` is the clue of a right guess. The search looks `depth` guesses ahead, at
    least 1. `candidates` is the number of guesses to search at each level except the
    last level. If `possible_only` is true, only possible answers are guessed.
    """

    matrix: Matrix
    columns: Columns
    rows: Indices
    right: int
    depth: int = 1
    candidates: int = 20
    possible_only: bool = False

    def rate(self, possible: Indices, among: Mask | None = None) -> Floats:
        """Return the score of each guess: higher is better.

        The score of a candidate comes from the search. Every other guess has its
        immediate score, plus the smallest change that the search made to the immediate
        score of a candidate. If `among` is given, candidates for the first guess are
        chosen among the guesses that it marks.
        """
        scores = self.at_once(possible)
        if self.depth == 1:
            return scores

        rows = self._choose_rows(scores, possible, among)
        values = [self.after(row, possible, self.depth) for row in rows]
        searched = self.scores(values, len(possible)) + _AT_ONCE * scores[rows]
        scores += (searched - scores[rows]).min()
        scores[rows] = searched
        return scores

    def at_once(self, possible: Indices) -> Floats:
        """Return the score that each guess has without a deeper search."""
        raise NotImplementedError

    def scores(self, values: list[PlanValue], count: int) -> Floats:
        """Return the scores of guesses, in the unit of `at_once`, from their values.

        `values` has the value that the search has found for each guess, and `count` is
        the number of possible answers.
        """
        raise NotImplementedError

    def leaves(self, order: Indices, starts: Indices) -> list[PlanValue]:
        """Return the value of the best guess for each part of the answers `order`.

        `starts` has the index at which each part begins, and the end of the last part.
        """
        raise NotImplementedError

    def join(self, values: list[PlanValue], count: int) -> PlanValue:
        """Return the value of a guess for `count` answers.

        `values` has the values of the parts into which the guess divides the answers.
        """
        raise NotImplementedError

    def settled_value(self, value: PlanValue, count: int) -> PlanValue | None:
        """Return the value of a part if no deeper search can change it, else None.

        `value` is the value of the best guess without a deeper search.
        """
        raise NotImplementedError

    def _choose_rows(
        self,
        scores: Floats,
        possible: Indices,
        among: Mask | None = None,
    ) -> Indices:
        """Return the guesses that the search tries, with the best first.

        They are the guesses with the highest immediate scores `scores`, chosen among
        the guesses that `among` marks. Without `among`, they are chosen among all
        guesses, or among the possible answers if `possible_only` is true. In ties,
        possible answers come first.
        """
        members = self.rows[possible]
        if among is not None:
            eligible = np.flatnonzero(among)
        else:
            eligible = members if self.possible_only else np.arange(len(scores))
        order = ranking(scores[eligible], np.isin(eligible, members))
        return eligible[order[: self.candidates]]

    def after(self, row: int, possible: Indices, depth: int) -> PlanValue:
        """Return the value of the guess `row` if the best ``depth - 1`` guesses follow.

        `possible` has the indices of the answers that are possible before the guess.
        """
        order, starts = self.parts(row, possible)
        if depth == 2:
            values = self.leaves(order, starts)
        else:
            pairs = pairwise(starts)
            values = [self._best(order[a:b], depth - 1) for a, b in pairs]
        return self.join(values, len(possible))

    def parts(self, row: int, possible: Indices) -> tuple[Indices, Indices]:
        """Divide the answers into parts by their clue; leave out the guess itself.

        The first array has the answers, sorted by clue. The second array has the index
        at which each part begins, and the end of the last part.
        """
        clues = self.matrix[row, possible].astype(np.intp)
        order = possible[clues.argsort(kind="stable")]
        clues.sort()

        # The clue of a right guess has the highest number, so its answer comes last.
        if clues[-1] == self.right:
            order = order[:-1]
            clues = clues[:-1]
        starts = np.diff(clues, prepend=-1, append=self.right + 1)
        return order, np.flatnonzero(starts)

    def _best(self, possible: Indices, depth: int) -> PlanValue:
        (value,) = self.leaves(possible, np.array([0, len(possible)]))

        # The best next guess may be so good that a deeper search changes nothing. Then
        # skip the deeper search.
        known_value = self.settled_value(value, len(possible))
        if known_value is not None:
            return known_value
        rows = self._choose_rows(self.at_once(possible), possible)
        return min(self.after(row, possible, depth) for row in rows)

    def least_costs(
        self,
        order: Indices,
        starts: Indices,
        costs: Floats,
        *,
        worst: bool = False,
    ) -> Floats:
        """Return the cost of the best guess for each part of the answers.

        `order` has the indices of the answers, sorted by part. `starts` has the index
        at which each part begins, and the end of the last part. The clue of a right
        guess costs nothing. Any other clue that leaves n answers costs ``costs[n]``.
        ``costs`` is convex, and ``costs[0]`` is 0. The cost of a guess is the sum of
        the costs of its clues, or the largest of these costs if `worst` is true. If
        `possible_only` is true, only answers of the part are guessed.

        Examples
        --------
        The first part has three answers, and the second answer gives different clues
        for the other two. The second part has two answers:

        >>> matrix = np.array([[8, 1, 1], [0, 8, 2], [3, 3, 8]], np.uint8)
        >>> search = Lookahead(matrix, matrix.T.copy(), np.arange(3), 8)
        >>> order, starts = np.array([0, 1, 2, 0, 2]), np.array([0, 3, 5])
        >>> search.least_costs(order, starts, np.arange(4.0) ** 2)
        array([2., 1.])
        """
        out = np.empty(len(starts) - 1)
        words = read_only(self.matrix), padded_columns(self.columns), self.rows
        parts = self.right, order, starts, costs
        least_costs(*words, *parts, worst, self.possible_only, out)
        return out
