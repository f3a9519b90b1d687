"""Heuristic search several guesses ahead, for equally likely answers.

A guess divides the answers into parts, one for each clue. The search finds the best
next guess for each part. At the last level, the search compares all guesses. At earlier
levels, the search compares only a few candidates: the guesses with the best immediate
scores, which need no deeper search.
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
"""Value of a guess or of a set of answers: a number or a tuple; smaller is better.

The subclasses of `Lookahead` define the values.
"""

# The score of a guess that was searched is the score of its value, plus its immediate
# score times this weight. So of guesses with equal values, the guess with the highest
# immediate score is the best.
_AT_ONCE = 1e-6


Tables = tuple[Matrix, Columns, Indices, int]


def tables(vocabulary: Vocabulary, rule: Rule) -> Tables:
    """Return the tables that a `Lookahead` needs: `matrix`, `columns`, `rows`, `right`.

    `matrix` is the clue matrix, with a row for each guess. `columns` is its transpose.
    `rows` has the index of each answer among the guesses. `right` is the clue of a
    right guess.
    """
    matrix = clue_matrix(vocabulary, rule)
    columns = clue_columns(vocabulary, rule)
    return matrix, columns, answer_rows(vocabulary), all_correct(vocabulary.length)


@dataclass(frozen=True, slots=True, eq=False)
class Lookahead:
    """Search several guesses ahead.

    The subclasses in `solver.lookahead.objectives` define what the search optimises.
    `matrix` is the clue matrix, with a row for each guess, and `columns` is its
    transpose. `rows` has the index of each answer among the guesses.
    `right` is the clue of a right guess. The search looks `depth` guesses ahead, at
    least 1. `candidates` is the number of guesses to search at each level except the
    last level. If `possible_only` is true, the search guesses only possible answers.
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

        `possible` has the indices of the possible answers. A few guesses are
        candidates: the search computes their scores. The score of every other guess is
        its immediate score, plus the smallest difference between the searched score and
        the immediate score of a candidate. If `among` is given, the candidates for the
        first guess are chosen among the guesses for which `among` is true. If `depth`
        is 1, the scores are the immediate scores.
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

        Part k has the answers ``order[starts[k] : starts[k + 1]]``.
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
        """Return the candidates: the guesses that the search tries, the best first.

        `scores` has the immediate scores. The candidates are the guesses with the
        highest scores among the guesses for which `among` is true. Without `among`, the
        candidates are chosen among all guesses, or among the possible answers if
        `possible_only` is true. Of guesses with equal scores, possible answers come
        first.
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
        """Divide answers into parts: the answers of a part give the same clue.

        `possible` has the indices of the answers, and `row` is the index of the guess.
        The guess itself is left out. The first array has the answers, sorted by clue.
        The second array has the index at which each part begins in the first array,
        followed by the end of the last part.
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

        # If the best next guess is so good that a deeper search cannot change the
        # value, skip the deeper search.
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
        `possible_only` is true, only answers of the part are considered as guesses.

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
