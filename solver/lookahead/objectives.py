"""Objectives of the lookahead: expected guesses, remaining answers, worst case.

The lookahead scores the guesses by what they achieve at once (`at_once`), and searches
on after the best ones. A guess divides the answers into parts, one for each clue. Each
part has a value, the smaller the better: the value of its best guess, as the last level
of the search finds it (`leaves`). `join` makes the value of a guess from the values of
its parts, and `scores` converts it back to the unit of `at_once`; `settled_value` says
that a part needs no deeper search, as no guess can be better.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import chain

import numpy as np

from game.arrays import Floats, Indices
from game.elementary import log2
from solver.lookahead.lookahead import Lookahead, PlanValue
from solver.matrix.buckets import bucket_sums
from solver.numeric import elementary


class ExpectedGuesses(Lookahead):
    """Expected number of guesses, estimated as one plus the entropy in bits.

    `at_once` is the sum of the information in the clue, in bits, and the chance that
    the guess is right: one bit and a right guess save the same. At greater depth the
    guesses are counted, and only the part after them is estimated. A value is the
    number of further guesses, summed over the answers.
    """

    def at_once(self, possible: Indices) -> Floats:
        """Return the sum of bits and the chance of being right."""
        count = len(possible)
        sums, _ = bucket_sums(self.columns, possible, _bits(count), self.right)
        scores = log2(count) - sums / count
        scores[self.rows[possible]] += 1 / count
        return np.asarray(scores)

    def scores(self, values: list[PlanValue], count: int) -> Floats:
        """Return the bits and guesses saved."""
        before = self.depth + 1 + log2(count)
        return before - np.array(values) / count

    def leaves(self, order: Indices, starts: Indices) -> list[PlanValue]:
        """Return one guess for each answer, plus the cost of the remaining parts."""
        sizes = np.diff(starts)
        largest = int(sizes.max(initial=0))
        costs = np.arange(largest + 1) + _bits(largest)
        return list(sizes + self.least_costs(order, starts, costs))

    def join(self, values: list[PlanValue], count: int) -> PlanValue:
        """Return one guess for each answer, plus the guesses of the parts."""
        return count + math.fsum(values)

    def settled_value(self, value: PlanValue, count: int) -> PlanValue | None:
        """Return the value if each answer is known after one guess."""
        return value if value <= 2 * count else None


class ExpectedRemaining(Lookahead):
    """Expected number of remaining answers.

    `at_once` is the expected number of eliminated answers. A value is the number of
    remaining answers, summed over the answers.
    """

    def at_once(self, possible: Indices) -> Floats:
        """Return the answers that each guess eliminates on average."""
        count = len(possible)
        sums, _ = bucket_sums(self.columns, possible, _squares(count), self.right)
        return count - sums / count

    def scores(self, values: list[PlanValue], count: int) -> Floats:
        """Return the answers eliminated on average."""
        return count - np.array(values) / count

    def leaves(self, order: Indices, starts: Indices) -> list[PlanValue]:
        """Return the sums of squared sizes of the remaining parts."""
        costs = _squares(int(np.diff(starts).max(initial=0)))
        return list(self.least_costs(order, starts, costs))

    def join(self, values: list[PlanValue], count: int) -> PlanValue:
        """Return the sum over the parts."""
        return math.fsum(values)

    def settled_value(self, value: PlanValue, count: int) -> PlanValue | None:
        """Return the value of no remaining answers if one guess identifies each."""
        return 0.0 if value <= count else None


class WorstCase(Lookahead):
    """Number of answers that remain after the worst clue.

    `at_once` breaks ties between guesses with equal worst clues by the information in
    the clue. A value is the list of the sizes of the remaining parts, the largest
    first. Where the search ends only the largest part counts.
    """

    def at_once(self, possible: Indices) -> Floats:
        """Return the negative worst size; the fraction breaks ties."""
        count = len(possible)
        sums, worst = bucket_sums(self.columns, possible, _bits(count), self.right)
        return -(worst + sums / count / (1 + log2(count)))

    def scores(self, values: list[PlanValue], count: int) -> Floats:
        """Return the worst size, with the rank of the whole list as its fraction."""
        ranked = sorted(set(values))
        ranks = [ranked.index(value) / len(ranked) for value in values]
        worst = [value[0] if value else 0 for value in values]
        return -np.add(worst, ranks)

    def leaves(self, order: Indices, starts: Indices) -> list[PlanValue]:
        """Return the size of the worst clue, if anything is left."""
        costs = np.arange(np.diff(starts).max(initial=0) + 1.0)
        sizes = self.least_costs(order, starts, costs, worst=True)
        return [(float(size),) if size else () for size in sizes]

    def join(self, values: list[PlanValue], count: int) -> PlanValue:
        """Return all sizes, the largest first."""
        return tuple(sorted(chain.from_iterable(values), reverse=True))

    def settled_value(self, value: PlanValue, count: int) -> PlanValue | None:
        """Return the value of no remaining answers if one guess identifies each."""
        return () if not value or value[0] == 1 else None


@lru_cache
def _bits(largest: int) -> Floats:
    """Return n log2 n for n = 0, 1, ..., `largest`."""
    sizes = np.arange(largest + 1.0)
    return sizes * elementary.log2(np.maximum(sizes, 1))


def _squares(largest: int) -> Floats:
    return np.arange(largest + 1.0) ** 2
