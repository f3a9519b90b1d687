"""Look several guesses ahead, where all answers left are equally likely.

Every clue of a guess leads to a part of the answers, for which the best next guess is
found. At the last level that is the best of all guesses, at those before it the best
of a few candidates, which are chosen by what they do at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from game.clues import Rule, all_correct
from game.words import Vocabulary
from solver.leaves import Places, least_costs
from solver.matrix import clue_matrix
from solver.sizes import Columns, bucket_sums, clue_columns, size_keys

Value = tuple[float, ...]
"""What is left to do after some guesses: of two, the smaller is the better."""

# Of guesses that do equally well later, the one that does more at once is preferred.
_AT_ONCE = 1e-6


Tables = tuple[NDArray[np.unsignedinteger], Columns, Places, int]


def tables(vocabulary: Vocabulary, rule: Rule) -> Tables:
    """Return what a `Search` wants to know of the words: its first four fields."""
    index = vocabulary.guess_index
    rows = np.array([index[word] for word in vocabulary.answers])
    right = all_correct(vocabulary.length)
    return clue_matrix(vocabulary, rule), clue_columns(vocabulary, rule), rows, right


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """The words of a game, and how far to look; `Fewest` and `Smallest` say for what.

    Parameters
    ----------
    matrix : ndarray of shape (n_guesses, n_answers), uint8 or uint16
        The clue matrix.
    columns : ndarray of shape (n_answers, n_guesses)
        The same by columns.
    rows : ndarray of shape (n_answers,), intp
        Each answer's place among the guesses.
    right : int
        The clue of the right word.
    depth : int
        Guesses to look ahead, from 1.
    candidates : int
        Guesses to look into at each level but the last.
    possible_only : bool
        Whether only possible answers are guessed.
    """

    matrix: NDArray[np.unsignedinteger]
    columns: Columns
    rows: Places
    right: int
    depth: int = 1
    candidates: int = 20
    possible_only: bool = False

    def rate(
        self, possible: Places, among: NDArray[np.bool_] | None = None
    ) -> NDArray[np.float64]:
        """Return how good each guess is: the higher the better.

        Parameters
        ----------
        possible : ndarray of shape (n_possible,), intp
            Places of the answers that are left.
        among : ndarray of shape (n_guesses,), bool, optional
            Where to find candidates for the first guess, if not as for those after.

        Returns
        -------
        ndarray of shape (n_guesses,), float64
            What looking ahead finds for the candidates. The others, which none of
            them is worse than at once, are given the least that it adds to any.
        """
        scores = self.at_once(possible)
        if self.depth == 1:
            return scores
        rows = self._chosen(scores, possible, among)
        values = [self.after(row, possible, self.depth) for row in rows]
        found = self.scores(values, len(possible)) + _AT_ONCE * scores[rows]
        scores += (found - scores[rows]).min()
        scores[rows] = found
        return scores

    def at_once(self, possible: Places) -> NDArray[np.float64]:
        """Return how good each guess is without looking further."""
        raise NotImplementedError

    def scores(self, values: list[Value], count: int) -> NDArray[np.float64]:
        """Return how good values for `count` answers are, in the unit of `at_once`."""
        raise NotImplementedError

    def leaves(self, order: Places, starts: Places) -> list[Value]:
        """Return the value of the best guess for each part of `order`."""
        raise NotImplementedError

    def join(self, values: list[Value], count: int) -> Value:
        """Return the value of a guess that parts `count` answers, given the parts'."""
        raise NotImplementedError

    def settled(self, value: Value, count: int) -> Value | None:
        """Return the value of looking further, where one guess says enough."""
        raise NotImplementedError

    def _chosen(
        self,
        scores: NDArray[np.float64],
        possible: Places,
        among: NDArray[np.bool_] | None = None,
    ) -> Places:
        """Return the candidates, the best first; of equals, possible answers first."""
        members = self.rows[possible]
        if among is not None:
            eligible = np.flatnonzero(among)
        else:
            eligible = members if self.possible_only else np.arange(len(scores))
        order = np.lexsort((~np.isin(eligible, members), -scores[eligible].round(9)))
        return eligible[order[: self.candidates]]

    def after(self, row: int, possible: Places, depth: int) -> Value:
        """Return the value of a guess and the best ``depth - 1`` that follow it."""
        order, starts = self.parts(row, possible)
        if depth == 2:
            values = self.leaves(order, starts)
        else:
            pairs = pairwise(starts)
            values = [self._best(order[a:b], depth - 1) for a, b in pairs]
        return self.join(values, len(possible))

    def parts(self, row: int, possible: Places) -> tuple[Places, Places]:
        """Part the answers by their clue for a guess, without the right one.

        Returns
        -------
        order : ndarray of shape (n_possible,) or one less, intp
            The answers, those with equal clues side by side.
        starts : ndarray of shape (n_parts + 1,), intp
            Where each part begins, and the end.
        """
        clues = self.matrix[row, possible].astype(np.intp)
        order = possible[clues.argsort(kind="stable")]
        clues.sort()
        if clues[-1] == self.right:
            order, clues = order[:-1], clues[:-1]
        starts = np.diff(clues, prepend=-1, append=self.right + 1)
        return order, np.flatnonzero(starts)

    def _best(self, possible: Places, depth: int) -> Value:
        (value,) = self.leaves(possible, np.array([0, len(possible)]))
        settled = self.settled(value, len(possible))
        if settled is not None:
            return settled
        rows = self._chosen(self.at_once(possible), possible)
        return min(self.after(row, possible, depth) for row in rows)

    def _least(
        self, order: Places, starts: Places, costs: NDArray[np.float64], *, worst: bool
    ) -> NDArray[np.float64]:
        return least_costs(
            self.matrix,
            self.columns,
            self.rows,
            self.right,
            order,
            starts,
            costs,
            worst=worst,
            possible_only=self.possible_only,
        )


class Fewest(Search):
    """Few guesses, estimated as one and a further one for each bit still unknown.

    What `at_once` adds up is the information in the clue, in bits, and the chance that
    the guess is right: with one guess, both save as much. Looking further, guesses are
    counted, and only what is left after them is estimated. A value is the guesses
    still to come, summed over the answers.

    Examples
    --------
    >>> from solver.sizes import by_columns
    >>> matrix = np.array([[8, 1, 1], [0, 8, 2], [3, 4, 8]], np.uint8)
    >>> words = (matrix, by_columns(matrix), np.arange(3), 8)
    >>> Fewest(*words).rate(np.arange(3)).round(3)
    array([1.252, 1.918, 1.918])
    """

    def at_once(self, possible: Places) -> NDArray[np.float64]:
        """Return bits and the chance of being right."""
        count = len(possible)
        sums, _ = bucket_sums(self.columns, possible, _bits(count), self.right)
        scores = np.log2(count) - sums / count
        scores[self.rows[possible]] += 1 / count
        return np.asarray(scores)

    def scores(self, values: list[Value], count: int) -> NDArray[np.float64]:
        """Return the bits and guesses saved."""
        before = self.depth + 1 + np.log2(count)
        return np.asarray(before - np.array(values)[:, 0] / count)

    def leaves(self, order: Places, starts: Places) -> list[Value]:
        """Return one guess for each answer, and the cost of what is left."""
        sizes = np.diff(starts)
        largest = int(sizes.max(initial=0))
        costs = np.arange(largest + 1) + _bits(largest)
        sums = sizes + self._least(order, starts, costs, worst=False)
        return [(float(total),) for total in sums]

    def join(self, values: list[Value], count: int) -> Value:
        """Return one guess for each answer, and the parts' guesses."""
        return (count + sum(value for (value,) in values),)

    def settled(self, value: Value, count: int) -> Value | None:
        """Return the value if each answer is known after one guess."""
        return value if value[0] <= 2 * count else None


class Remaining(Search):
    """Few answers left on average.

    What `at_once` returns is the number eliminated. A value is the number left,
    summed over the answers.

    Examples
    --------
    >>> from solver.sizes import by_columns
    >>> matrix = np.array([[8, 1, 1], [0, 8, 2], [3, 4, 8]], np.uint8)
    >>> words = (matrix, by_columns(matrix), np.arange(3), 8)
    >>> Remaining(*words).rate(np.arange(3)).round(3)
    array([1.333, 2.   , 2.   ])
    """

    def at_once(self, possible: Places) -> NDArray[np.float64]:
        """Return the answers that each guess eliminates on average."""
        count = len(possible)
        sums, _ = bucket_sums(self.columns, possible, _squares(count), self.right)
        return np.asarray(count - sums / count)

    def scores(self, values: list[Value], count: int) -> NDArray[np.float64]:
        """Return the answers eliminated on average."""
        return np.asarray(count - np.array(values)[:, 0] / count)

    def leaves(self, order: Places, starts: Places) -> list[Value]:
        """Return the squares of the sizes that are left."""
        costs = _squares(int(np.diff(starts).max(initial=0)))
        sums = self._least(order, starts, costs, worst=False)
        return [(float(total),) for total in sums]

    def join(self, values: list[Value], count: int) -> Value:  # noqa: ARG002 - nothing is left of the right word
        """Return the sum over the parts."""
        return (sum(value for (value,) in values),)

    def settled(self, value: Value, count: int) -> Value | None:
        """Return that nothing is left if each answer is known after one guess."""
        return (0.0,) if value[0] <= count else None


@dataclass(frozen=True, slots=True, eq=False)
class Smallest(Search):
    """Few answers left by the worst clue.

    A value is the sizes of what is left, the largest first. Where the search ends
    only the largest part counts.

    Parameters
    ----------
    by_entropy : bool
        Whether guesses with equal worst clues are told apart at once by the
        information in the clue, or by the second worst, the third and so on.

    Examples
    --------
    >>> from solver.sizes import by_columns
    >>> matrix = np.array([[8, 1, 1], [0, 8, 2], [3, 4, 8]], np.uint8)
    >>> words = (matrix, by_columns(matrix), np.arange(3), 8)
    >>> Smallest(*words).rate(np.arange(3)).round(3)
    array([-2.258, -1.   , -1.   ])
    """

    by_entropy: bool = True

    def at_once(self, possible: Places) -> NDArray[np.float64]:
        """Return the worst size, negative; its fraction tells equal ones apart."""
        if not self.by_entropy:
            return -size_keys(self.matrix, self.columns, possible, self.right)
        count = len(possible)
        sums, worst = bucket_sums(self.columns, possible, _bits(count), self.right)
        return np.asarray(-(worst + sums / count / (1 + np.log2(count))))

    def scores(self, values: list[Value], count: int) -> NDArray[np.float64]:  # noqa: ARG002 - a size needs no scale
        """Return the worst size, with the rank of the whole list as its fraction."""
        ranked = sorted(set(values))
        ranks = [ranked.index(value) / len(ranked) for value in values]
        worst = [value[0] if value else 0 for value in values]
        return -np.add(worst, ranks)

    def leaves(self, order: Places, starts: Places) -> list[Value]:
        """Return the size of the worst clue, if anything is left."""
        costs = np.arange(np.diff(starts).max(initial=0) + 1.0)
        sizes = self._least(order, starts, costs, worst=True)
        return [(float(size),) if size else () for size in sizes]

    def join(self, values: list[Value], count: int) -> Value:  # noqa: ARG002 - a size needs no scale
        """Return all sizes, the largest first."""
        return tuple(sorted(chain.from_iterable(values), reverse=True))

    def settled(self, value: Value, count: int) -> Value | None:  # noqa: ARG002 - a size needs no scale
        """Return that nothing is left if each answer is known after one guess."""
        return () if not value or value[0] == 1 else None


@lru_cache
def _bits(largest: int) -> NDArray[np.float64]:
    """Return n log2 n for n = 0, 1, ..., `largest`."""
    sizes = np.arange(largest + 1.0)
    return np.asarray(sizes * np.log2(np.maximum(sizes, 1)))


def _squares(largest: int) -> NDArray[np.float64]:
    return np.arange(largest + 1.0) ** 2
