"""Objectives of the lookahead: expected guesses, remaining answers, worst case.

The lookahead gives each guess an immediate score (`at_once`), and searches deeper after
the guesses with the highest scores. A guess divides the answers into parts, one for
each clue. Each part has a value: the smaller, the better. At the last level of the
search, the value of a part is the value of the best guess for this part (`leaves`).
`join` computes the value of a guess from the values of its parts. `scores` converts
values to the unit of `at_once`. `settled_value` returns the value of a part if no
deeper search can improve it.
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

    `at_once` is the information in the clue, in bits, plus the chance that the guess is
    right: one bit and a right guess save about the same number of guesses. A deeper
    search counts the guesses that it tries, and estimates only the guesses after them.
    A value is the number of further guesses, summed over the answers.
    """

    def at_once(self, possible: Indices) -> Floats:
        """Return the immediate score of each guess.

        The score is the information in the clue, in bits, plus the chance that the
        guess is right.
        """
        count = len(possible)
        sums, _ = bucket_sums(self.columns, possible, _bits(count), self.right)
        scores = log2(count) - sums / count
        scores[self.rows[possible]] += 1 / count
        return np.asarray(scores)

    def scores(self, values: list[PlanValue], count: int) -> Floats:
        """Return the number of guesses that each guess saves on average.

        The guess is compared with `depth` useless guesses, whose clues rule out no
        answer. After useless guesses, one guess and log2(`count`) further guesses are
        expected. `values` has the value of each guess, for `count` possible answers.
        """
        before = self.depth + 1 + log2(count)
        return before - np.array(values) / count

    def leaves(self, order: Indices, starts: Indices) -> list[PlanValue]:
        """Return the value of the best guess for each part of the answers `order`.

        Part k has the answers ``order[starts[k] : starts[k + 1]]``. The value is one
        guess for each answer of the part, plus the further guesses after each clue. The
        further guesses are estimated from the number of answers that the clue leaves.
        """
        sizes = np.diff(starts)
        largest = int(sizes.max(initial=0))
        costs = np.arange(largest + 1) + _bits(largest)
        return list(sizes + self.least_costs(order, starts, costs))

    def join(self, values: list[PlanValue], count: int) -> PlanValue:
        """Return the value of a guess: `count` plus the sum of the values of its parts.

        The guess itself is played once for each of the `count` answers.
        """
        return count + math.fsum(values)

    def settled_value(self, value: PlanValue, count: int) -> PlanValue | None:
        """Return `value` if the best guess gets a different clue from every answer.

        Otherwise return None. There are `count` answers.
        """
        return value if value <= 2 * count else None


class ExpectedRemaining(Lookahead):
    """Expected number of remaining answers.

    `at_once` is the expected number of answers that the clue rules out. A value is a
    sum over all answers. The term of an answer is the number of answers that remain if
    this answer is the secret.
    """

    def at_once(self, possible: Indices) -> Floats:
        """Return the number of answers that each guess rules out on average."""
        count = len(possible)
        sums, _ = bucket_sums(self.columns, possible, _squares(count), self.right)
        return count - sums / count

    def scores(self, values: list[PlanValue], count: int) -> Floats:
        """Return the number of answers that each guess rules out on average.

        `values` has the value of each guess, for `count` possible answers.
        """
        return count - np.array(values) / count

    def leaves(self, order: Indices, starts: Indices) -> list[PlanValue]:
        """Return, for each part, the value of its best guess.

        The value is the sum, over all clues, of the square of the number of answers
        that the clue leaves.

        Part k has the answers ``order[starts[k] : starts[k + 1]]``.
        """
        costs = _squares(int(np.diff(starts).max(initial=0)))
        return list(self.least_costs(order, starts, costs))

    def join(self, values: list[PlanValue], count: int) -> PlanValue:
        """Return the value of a guess: the sum of the values of its parts."""
        return math.fsum(values)

    def settled_value(self, value: PlanValue, count: int) -> PlanValue | None:
        """Return 0 if the best guess gets a different clue from every answer.

        Otherwise return None. The guess after the best guess is then right, so no
        answer remains.
        """
        return 0.0 if value <= count else None


class WorstCase(Lookahead):
    """Number of answers that remain after the worst clue.

    `at_once` is the size of the largest part, made negative. Of guesses whose largest
    parts have the same size, the guess with the most information in its clue gets the
    highest score. A value is a tuple of the sizes of the remaining parts, the
    largest first. At the last level of the search, only the largest part counts.
    """

    def at_once(self, possible: Indices) -> Floats:
        """Return the score of each guess: the size of its largest part, made negative.

        A fraction below 1 is also subtracted from the score. The fraction is smaller if
        the clue has more information, so it orders guesses whose largest parts have the
        same size.
        """
        count = len(possible)
        sums, worst = bucket_sums(self.columns, possible, _bits(count), self.right)
        return -(worst + sums / count / (1 + log2(count)))

    def scores(self, values: list[PlanValue], count: int) -> Floats:
        """Return the number of answers after each guess's worst clue, made negative.

        `values` has a tuple for each guess: the sizes of the remaining parts, the
        largest first. A fraction below 1 is also subtracted. The fraction is larger for
        a tuple that is larger in Python's order of tuples, so it orders guesses whose
        largest parts have the same size.
        """
        ranked = sorted(set(values))
        ranks = [ranked.index(value) / len(ranked) for value in values]
        worst = [value[0] if value else 0 for value in values]
        return -np.add(worst, ranks)

    def leaves(self, order: Indices, starts: Indices) -> list[PlanValue]:
        """Return, for each part, the largest number of answers after its best guess.

        The number is the only element of a tuple. The tuple is empty if the best guess
        leaves no answer.
        Part k has the answers ``order[starts[k] : starts[k + 1]]``.
        """
        costs = np.arange(np.diff(starts).max(initial=0) + 1.0)
        sizes = self.least_costs(order, starts, costs, worst=True)
        return [(float(size),) if size else () for size in sizes]

    def join(self, values: list[PlanValue], count: int) -> PlanValue:
        """Return the value of a guess: the sizes in all `values`, the largest first."""
        return tuple(sorted(chain.from_iterable(values), reverse=True))

    def settled_value(self, value: PlanValue, count: int) -> PlanValue | None:
        """Return () if the best guess gets a different clue from every answer.

        Otherwise return None. The guess after the best guess is then right, so no
        answer remains.
        """
        return () if not value or value[0] == 1 else None


@lru_cache
def _bits(largest: int) -> Floats:
    """Return n log2 n for n = 0, 1, ..., `largest`."""
    sizes = np.arange(largest + 1.0)
    return sizes * elementary.log2(np.maximum(sizes, 1))


def _squares(largest: int) -> Floats:
    return np.arange(largest + 1.0) ** 2
