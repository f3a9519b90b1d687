"""Upper bounds on the chance to win of strategies that pay for at most two clues.

**Value.** Let the opening, which is the first guess, cost a nats, and let the second
guess cost b nats. Let all N answers (words that can be the secret) be equally likely.
The *pattern* of an answer is the true clue that a guess would get if the answer were
the secret. A clue of price e keeps a mark with probability
``p(e) = keep_probability(e, 5)``, and turns it into each of the two other marks with
probability ``p(e) exp(-e / 5)``. So the best strategy with these prices wins with
probability

    V(a, b)  =  (p(a) p(b))^5 / N  C(a, b),
    C(a, b)  =  sum over clues y of max over second guesses v of
                sum over clues z of max over answers s of exp(-(a D + b E) / 5),

where y is the first clue, z is the second clue, D is the number of marks in which y
differs from the pattern of s under the opening, and E is the number of marks in which z
differs from the pattern of s under v. Within a budget B, it is enough to consider
``b = B - a``, for every y: the clue of a cheaper guess is a noisier form of the clue of
a more expensive guess, so that it never helps to leave a part of B unspent.

**All prices.** C is convex in (a, b), as a sum of maxima of sums of maxima of
exponentials of linear functions. A *split* divides the budget B: the opening costs a
whole number of *parts*, and the second guess costs the rest. A part is B / 48. Between
two splits, C is at most the *chord*: the straight line between upper bounds of C at
these splits. The chord times the *factor* ``(p(a) p(b))^5``, divided by N, is an upper
bound of V. The logarithm of this bound is concave, because the logarithms of p and of a
chord are concave. So in a *piece*, a quarter of a part, the logarithm is at most its
tangent in the middle of the piece.

**Distances.** The *grain* of a split is the largest number of nats of which both a and
b are multiples. So ``a D + b E`` is a whole number of grains, the *distance* d(D, E) of
an answer from the clues y and z. In the sum C, ``exp(-(a D + b E) / 5)`` is the
*weight* of this distance.

**A bound for all splits at once.** For a first clue y and a second guess v, let S_k be
the patterns under v of the answers with D at most k. Let h_k be the number of clues in
S_k, n_k the number of clues in S_k that are not in S_(k-1), and g_k the number of clues
that differ in at most one mark from a clue in S_k. Let t be a distance. Some answer has
a distance of at most t from y and z if, for some k, z is within m_k marks of the
pattern under v of an answer with D = k. Here m_k is the largest m with
``d(k, m) <= t``. As m_k does not increase with k, an answer with D = k counts only if
its pattern under v is not in S_(k-1). Let s(m), the *ball*, be the number of clues
within m marks of a clue. Then the number of z for which some answer has a distance of
at most t is at most each of these sums:

    sum over k of (h_k - h_(k-1)) s(m_k),
    sum over groups of k with the same m of  min(h_K, sum of n_k) s(m),

where K is the last k of the group. If m is 1, the term is also at most g_K. The number
of z is at most 243 as well. The second sum increases in h, n and g, and the first sum
in h, as s(m_k) does not increase with k. So h, n and g are replaced by their largest
values over v, which do not depend on the prices (`coverage_kernel`). Then the sum over
z is at most the sum over t of these numbers, each multiplied by the *height* of t: the
weight of t minus the weight of the next larger t.

**Exact for one split.** `two_clue_kernel` finds the smallest distance of an answer for
all pairs (y, z) and all v, in integers. It adds up the weights of these distances, each
rounded up to a multiple of 2^-20. All weights of less than 0.001 are replaced by the
largest of these small weights. The distances with other weights are *separated*.

Sums of positive floating-point numbers err by a relative 1e-12 at most: `_SLACK` is
added before a bound is rounded up to a multiple of 1e-7.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from game.channels.channel import all_differences
from game.noise import keep_probability
from research.proofs import coverage_kernel, two_clue_kernel
from solver.numeric import elementary

LENGTH = 5
SPLITS = 48
"""Number of equal parts of a budget; both guesses cost a whole number of parts."""

UNITS = 10**7
"""Bounds of a chance to win are stored as integers: multiples of ``1 / UNITS``."""

SCALE = 2**20
"""In the exact sum C of a split, weights are integers: multiples of ``1 / SCALE``."""

Bounds = dict[int, int]
"""Upper bounds of V, the chance to win, as multiples of ``1 / UNITS``.

The keys are prices of the opening, in parts of the budget (`SPLITS` parts).
"""

_LEAST = 1e-3  # in the exact sum C, smaller weights are replaced by a common weight
_PIECES = 4  # number of pieces of a part of the budget; each piece has a tangent
_SLACK = 1e-10

_CLUES = 3**LENGTH


@dataclass(frozen=True)
class Split:
    """A split of a budget between the prices of the opening and of the second guess.

    `budget` is in nats, and `parts` is the price of the opening in 48ths of `budget`.
    The second guess costs the rest of the budget. The module's text defines C, D, E, N,
    V, a, b and p, and the terms distance, grain, pattern and weight.

    Examples
    --------
    >>> Split(12.0, 16).costs
    (1, 2)
    """

    budget: float
    parts: int

    @cached_property
    def factor(self) -> float:
        """The factor ``(p(a) p(b))^5``: the chance that both clues keep all marks.

        a and b are the prices of the opening and of the second guess. p is the chance
        that a clue keeps one mark.
        """
        # The price of the first clue. The rest of the budget pays for the second clue.
        price = self.budget * self.parts / SPLITS
        keep = keep_probability(price) * keep_probability(self.budget - price)
        return math.prod([keep] * LENGTH)

    @cached_property
    def costs(self) -> tuple[int, int]:
        """The prices of the opening and of the second guess, in whole grains.

        A grain is the largest number of nats of which both prices are multiples. The
        distance of an answer from two clues is the sum of these costs over all wrong
        marks: the first cost for each wrong mark of the first clue, the second cost for
        each wrong mark of the second clue.
        """
        common = math.gcd(self.parts, SPLITS)
        return self.parts // common, (SPLITS - self.parts) // common

    @cached_property
    def distances(self) -> NDArray[np.int64]:
        """All distances that are possible at this split, in grains, ascending.

        A distance is the sum of `costs` over the wrong marks of two clues.
        """
        first, second = self.costs
        marks = range(LENGTH + 1)
        return np.unique([first * k + second * m for k in marks for m in marks])

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """The weight of every distance in `distances`: a term of the sum C.

        The weight is ``exp(-(a D + b E) / 5)``, where ``a D + b E`` is the distance in
        nats (see the module's text).
        """
        grain = self.budget / LENGTH / sum(self.costs)
        return elementary.exp(np.asarray(-grain * self.distances, np.float64))

    @cached_property
    def heights(self) -> NDArray[np.float64]:
        """The weight of every distance minus the weight of the next larger distance.

        The height of the largest distance is the weight of the largest distance. The
        array has an element for each element of `distances`.
        """
        return -np.diff(self.weights, append=0.0)

    @cached_property
    def n_separated(self) -> int:
        """The number of separated distances, with weights of their own in the exact C.

        C is the sum in the module's text. All distances that are larger than the
        separated distances share one weight: the largest of their weights. There is at
        least one such distance.
        """
        return min(int((self.weights >= _LEAST).sum()), len(self.weights) - 1)

    @cached_property
    def scaled_weights(self) -> NDArray[np.int64]:
        """The weights in the exact sum C, times 2^20, rounded up to integers.

        First come the weights of the separated distances (see `n_separated`). The last
        element is the common weight of all larger distances.
        """
        return np.ceil(self.weights[: self.n_separated + 1] * SCALE).astype(np.int64)

    @cached_property
    def table(self) -> NDArray[np.uint8]:
        """The distance in grains between each pattern and each first clue.

        The distance is the first of the `costs` times the number of marks that differ.
        The table is flat: each pattern has `CLUE_LANES` elements, first an element for
        each first clue, and then unused elements.
        """
        out = np.zeros((3**LENGTH, two_clue_kernel.CLUE_LANES), np.uint8)
        out[:, : 3**LENGTH] = self.costs[0] * all_differences(LENGTH)
        return out.ravel()

    def units(self, total: float, answers: int) -> int:
        """Return an upper bound of the chance to win, in whole units of ``1 / UNITS``.

        The chance is V in the module's text: the `factor` times C / N, where C is a sum
        over all clues. `total` is C or an upper bound of C, and `answers` is N, the
        number of answers. The result is rounded up.
        """
        return math.ceil((self.factor * total / answers + _SLACK) * UNITS)


@lru_cache(maxsize=32)
def splits(budget: float) -> list[Split]:
    """Return all ways to split `budget` between the opening and the second guess.

    The opening costs 0, 1, 2, ... `SPLITS` parts of the budget, in this order.
    """
    return [Split(budget, parts) for parts in range(SPLITS + 1)]


def chord_proves(
    bounds: Bounds, budget: float, low: int, high: int, share: float
) -> bool:
    """Return whether the chance to win is proved to be below `share`.

    The proof is for all prices of the opening between the splits `low` and `high`: two
    prices of the opening, in parts of `budget`. `bounds` has upper bounds of V, the
    chance to win, at the splits. The proof uses the chord, the straight line between
    upper bounds of the sum C at the splits (see the module's text).
    """
    all_splits = splits(budget)
    totals = [bounds[k] / UNITS / all_splits[k].factor for k in (low, high)]
    rise = (totals[1] - totals[0]) / (high - low)
    pieces = slice(low * _PIECES, high * _PIECES)
    middles, factor, slope = (array[pieces] for array in _pieces(budget))
    chord = totals[0] + rise * (middles - low)
    # The logarithm of the bound of V is concave. So in each piece, the logarithm is at
    # most its tangent in the middle of the piece. Let x be the rise of this tangent
    # from the middle to the higher end of the piece. Then the bound in the piece is at
    # most the bound in the middle times e^x, and e^x <= 1 / (1 - x). The array
    # `tangent` has x for each piece.
    tangent = np.abs(slope + rise / chord) / _PIECES / 2
    return bool((factor * chord / (1 - tangent)).max() + _SLACK < share)


@lru_cache(maxsize=32)
def _pieces(budget: float) -> tuple[NDArray[np.float64], ...]:
    """Return three arrays with an element for each piece of the range of prices.

    A piece is a quarter of a part of `budget`. The first array has the middle of each
    piece: a price of the opening in parts of the budget. The second array has
    ``(p(a) p(b))^5`` at this price: the chance that both clues keep all their marks.
    The third array has the slope of the logarithm of this chance: the change for one
    part.
    """
    middles = (np.arange(SPLITS * _PIECES) + 0.5) / _PIECES
    part = budget / SPLITS
    prices = part * middles, part * (SPLITS - middles)
    lost = [elementary.exp(-price / LENGTH) for price in prices]
    keep = [1 / (1 + 2 * ratio) for ratio in lost]
    both = keep[0] * keep[1]
    slope = 2 * part * (keep[0] * lost[0] - keep[1] * lost[1])
    return middles, both * both * both * both * both, slope


def lowest_chain(known: Bounds, budget: float) -> Bounds:
    """Return those bounds of `known` that are on the lower convex hull of `known`.

    `known` has upper bounds of V, the chance to win, at splits of `budget`. For the
    hull, a bound is a point with two coordinates. The first coordinate is the price of
    the opening. The second coordinate is the bound of V divided by the `factor` of the
    split. This quotient is, up to a constant, a bound of the convex sum C (see the
    module's text).
    """
    out: list[tuple[int, float]] = []
    for parts in sorted(known):
        here = known[parts] / splits(budget)[parts].factor
        while len(out) > 1 and _above(out[-2], out[-1], (parts, here)):
            out.pop()
        out.append((parts, here))
    return {parts: known[parts] for parts, _ in out}


def _above(
    left: tuple[int, float], middle: tuple[int, float], right: tuple[int, float]
) -> bool:
    """Return whether `middle` is on or above the line from `left` to `right`.

    The arguments are points of the plane, in ascending order of the first coordinate.
    """
    rise = (right[1] - left[1]) * (middle[0] - left[0])
    return (middle[1] - left[1]) * (right[0] - left[0]) >= rise


@dataclass(frozen=True, eq=False)
class Counts:
    """Upper bounds of three counts of second clues, for every second guess.

    For a first clue and k = 0, 1, ... 5, consider the answers with a pattern under the
    opening that differs from the first clue in at most k marks. `within` is h in the
    module's text: how many patterns these answers have under the second guess. `new` is
    n: how many of these patterns belong to no answer with k - 1 marks in place of k.
    `near` is g: how many clues differ in at most one mark from one of these patterns.
    Each array has a row for each k and a column for each of the 243 first clues. No
    second guess has larger counts.
    """

    within: NDArray[np.int64]
    new: NDArray[np.int64]
    near: NDArray[np.int64]


class TwoClues:
    """Bounds of the chance to win for all strategies that pay for at most two clues.

    `matrix` is the clue matrix: a row for each guess, a column for each answer, and the
    true clue as element. Words have five letters, and marks are letterwise. The bounds
    are to prove that no strategy wins the share `share` of the games.
    """

    def __init__(self, matrix: NDArray[np.unsignedinteger], share: float) -> None:
        self._matrix = np.ascontiguousarray(matrix, np.uint8)
        self._limit = share
        self._answers = matrix.shape[1]
        self._most_patterns = max(len(np.unique(row)) for row in self._matrix)
        self._unpaid: dict[float, int] = {}

    def free_counts(self, opening: int) -> Counts:
        """Return upper bounds of the counts in `Counts`, for every second guess.

        These bounds take little time: they count answers instead of second clues, as if
        no two answers gave the same second clue. `opening` is the row of the opening in
        the clue matrix.
        """
        levels = two_clue_kernel.levels(self._matrix[opening], LENGTH).T
        within = np.minimum(np.cumsum(levels, axis=0), self._most_patterns)
        new = np.minimum(levels, self._most_patterns)
        return Counts(within, new, np.full_like(within, _CLUES))

    def largest_counts(self, opening: int, fine: bool = True) -> Counts:
        """Return counts (see `Counts`), each the largest count over all second guesses.

        The counts are exact for small k, and upper bounds for larger k, where k is the
        number of marks in which a pattern may differ from the first clue. If `fine`,
        `within` and `new` are exact up to k = 3 instead of 2, and `near` is exact up to
        k = 2; this takes twice the time. `opening` is the row of the opening in the
        clue matrix.
        """
        counts = self.free_counts(opening)
        marks = 3 if fine else 2
        largest = coverage_kernel.largest(self._matrix, opening, marks, fine)
        counts.within[: marks + 1], counts.new[: marks + 1] = largest[:2]
        if fine:
            counts.near[:marks] = largest[2, :marks]
        return counts

    def prove(
        self, opening: int, budget: float, counts: Counts, exact: bool = False
    ) -> Bounds | None:
        """Return bounds that prove a claim for `budget`, or None if it is not proved.

        The claim is that no strategy with a given opening and at most two paid clues
        wins the share of the games within `budget` nats. `opening` is the row of the
        opening in the clue matrix, and `counts` are the counts for this opening (see
        `Counts`). The bounds are upper bounds of the chance to win at some splits of
        the budget. They follow from the counts. If `exact`, the chance itself is
        computed at splits where the counts do not suffice; this takes most of the time.
        """
        known = self.bounds(opening, budget, counts)
        chain = lowest_chain(known, budget)
        tried: set[int] = set()
        while gaps := self._gaps(chain, budget):
            low, high = gaps[0]
            inside = set(range(max(low, 1), min(high, SPLITS - 1) + 1)) - tried
            if not (exact and inside):
                return None
            # Next, compute the exact chance to win at the split nearest to the middle
            # of the gap. If two splits are equally near, take the split with fewer
            # separated distances, because it takes less time.
            parts = min(
                inside,
                key=lambda k: (abs(2 * k - low - high), splits(budget)[k].n_separated),
            )
            exact_bound = self._exact(self._matrix[opening], splits(budget)[parts])
            if exact_bound >= self._limit * UNITS:
                return None
            known[parts] = min(known[parts], exact_bound)
            tried.add(parts)
            chain = lowest_chain(known, budget)
        return self._thin_chain(chain, budget)

    def bounds(self, opening: int, budget: float, counts: Counts) -> Bounds:
        """Return an upper bound of V, the chance to win, at every split of `budget`.

        `opening` is the row of the opening in the clue matrix, and `counts` are the
        counts for this opening (see `Counts`), from which the bounds follow. At the
        first and at the last split, one of the two guesses costs nothing. There the
        bound does not come from `counts`: it is V itself, rounded up.
        """
        row = self._matrix[opening]
        known = {0: self._free_opening(budget)}
        for split in splits(budget)[1:-1]:
            values = coverage_kernel.bound_values(
                counts.within, counts.new, counts.near,
                split.costs, split.distances, split.heights,
            )  # fmt: skip
            known[split.parts] = split.units(values.sum(), self._answers)
        return known | {SPLITS: self._exact(row, splits(budget)[SPLITS])}

    def _free_opening(self, budget: float) -> int:
        """Return the bound of V at the split in which the opening costs nothing.

        The second guess costs `budget`. This bound is the same for all openings.
        """
        if budget not in self._unpaid:
            row = np.zeros_like(self._matrix[0])
            self._unpaid[budget] = self._exact(row, splits(budget)[0])
        return self._unpaid[budget]

    def _gaps(self, chain: Bounds, budget: float) -> list[tuple[int, int]]:
        """Return the pairs of neighbouring splits between which the claim is open.

        The claim is that the chance to win within `budget` is below the share of the
        games (see `prove`). `chain` has upper bounds of this chance, by split. The
        claim is proved between two neighbouring splits of `chain` if `chord_proves` is
        true for these splits.
        """
        return [
            (low, high)
            for low, high in itertools.pairwise(chain)
            if not chord_proves(chain, budget, low, high, self._limit)
        ]

    def _thin_chain(self, chain: Bounds, budget: float) -> Bounds:
        """Return fewer bounds than `chain` has that still prove the claim of `prove`.

        `chain` has upper bounds of the chance to win at splits of `budget`. All these
        bounds together prove the claim. A bound is left out if the bounds at the splits
        before and after it suffice.
        """
        ends = list(chain)
        thinned = [ends[0]]
        for middle, end in itertools.pairwise(ends[1:]):
            if not chord_proves(chain, budget, thinned[-1], end, self._limit):
                thinned.append(middle)
        return {parts: chain[parts] for parts in [*thinned, ends[-1]]}

    def _exact(self, row: NDArray[np.uint8], split: Split) -> int:
        """Return V, the chance to win, at a split: a multiple of ``1 / UNITS``.

        The result is rounded up: the weights of unlikely clues are replaced by a larger
        common weight (see `n_separated`). `row` has the pattern of each answer: the
        true clue to the opening if this answer is the secret.
        """
        weights = split.scaled_weights
        best = np.zeros(_CLUES, np.int32)
        # All second guesses that cost nothing have equal values, so one row is enough.
        matrix = self._matrix if split.parts < SPLITS else self._matrix[:1]
        order = np.argsort(row, kind="stable").astype(np.uint16)
        # The steps are the separated distances. More steps, with the height 0, make the
        # number of steps a multiple of `BATCH`, as the kernel needs it.
        spare = (0, -split.n_separated % two_clue_kernel.BATCH)
        steps = np.pad(split.distances[: split.n_separated], spare).astype(np.uint8)
        heights = np.pad(-np.diff(weights), spare).astype(np.int32)
        two_clue_kernel.raise_values(
            best, matrix, row, order, split.table, np.uint8(split.costs[1]), steps,
            heights,
        )  # fmt: skip
        total = int(best.sum(dtype=np.int64)) + _CLUES * _CLUES * int(weights[-1])
        return split.units(total / SCALE, self._answers)
