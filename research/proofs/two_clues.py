"""Upper bounds on the chance to win of strategies that pay for at most two clues.

**Value.** Let the opening cost a nats and the second guess b nats. Let all N answers be
equally likely. A clue of price e keeps a mark with probability
``p(e) = keep_probability(e, 5)``, and turns it into each of the two other marks with
probability ``p(e) exp(-e / 5)``. So the best strategy with these prices wins with
probability

    V(a, b)  =  (p(a) p(b))^5 / N  C(a, b),
    C(a, b)  =  sum over clues y of max over second guesses v of
                sum over clues z of max over answers s of exp(-(a D + b E) / 5),

where D is the number of marks in which y differs from the pattern of s under the
opening, and E is the number of marks in which z differs from the pattern of s under v.
Within a budget B, it is enough to consider ``b = B - a``, for every y: the clue of a
cheaper guess is a noisier form of the clue of a more expensive guess, so that it never
helps to leave a part of B unspent.

**All prices.** C is convex in (a, b), as a sum of maxima of sums of maxima of
exponentials of linear functions. So between two splits of the budget, C is at most the
chord between upper bounds of C at these splits. The chord times ``(p(a) p(b))^5 / N``
is an upper bound of V. The logarithm of this bound is concave, because the logarithms
of p and of a chord are concave. So in a short piece the logarithm is at most its
tangent in the middle of the piece. Splits are multiples of B / 48, where ``a D + b E``
is a whole number d(D, E) of grains.

**A bound for all splits at once.** For a clue y and a second guess v let S_k be the
clues that v gives to answers with D at most k. Let h_k be the number of clues in S_k,
n_k the number of clues in S_k that are not in S_(k-1), and g_k the number of clues that
differ in at most one mark from a clue in S_k. A clue z has a d of at most t if, for
some k, z is within m_k marks of the clue of an answer with D = k, where m_k is the
largest m with ``d(k, m) <= t``. As m_k does not increase with k, these answers count
only if their clue is not in S_(k-1). Let s(m) be the number of clues within m marks of
a clue. Then the number of z with a d of at most t is at most each of these sums:

    sum over k of (h_k - h_(k-1)) s(m_k),
    sum over groups of k with the same m of  min(h_K, sum of n_k) s(m),

where K is the last k of the group. If m is 1, the term is also at most g_K. The number
of z is at most 243 as well. The second sum increases in h, n and g, and the first sum
in h, as s(m_k) does not increase with k. So h, n and g are replaced by their largest
values over v, which do not depend on the prices (`coverage_kernel`). Then the sum over
z is at most the sum over t of these numbers, each multiplied by the *height* of t: the
weight of t minus the weight of the next larger t.

**Exact for one split.** `two_clue_kernel` finds the smallest d for all pairs (y, z) and
all v, in integers, and adds up the weights, rounded up to multiples of 2^-20. All
weights of less than 0.001 are replaced by the largest of these small weights.

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
"""Number of equal parts of the budget. Prices in a split are multiples of a part."""

UNITS = 10**7
"""Bounds of a chance to win are stored as integers: multiples of ``1 / UNITS``."""

SCALE = 2**20
"""In exact values, weights are stored as integers: multiples of ``1 / SCALE``."""

Bounds = dict[int, int]
"""Upper bounds of V, the chance to win, as multiples of ``1 / UNITS``.

The keys are prices of the opening, in parts of the budget (`SPLITS` parts).
"""

_LEAST = 1e-3  # least weight that exact values distinguish from smaller weights
_PIECES = 4  # number of pieces of a part of the budget; each piece has a tangent
_SLACK = 1e-10

_CLUES = 3**LENGTH


@dataclass(frozen=True)
class Split:
    """A split of a budget between the prices of the opening and of the second guess.

    `parts` is the price of the opening, in parts of ``budget / 48``. The text of this
    module defines C, D, E, N, V, a, b, d and p, and also grains.

    Examples
    --------
    >>> Split(12.0, 16).costs
    (1, 2)
    """

    budget: float
    parts: int

    @cached_property
    def factor(self) -> float:
        """The factor ``(p(a) p(b))^5``."""
        # The price of the first clue. The rest of the budget pays for the second clue.
        price = self.budget * self.parts / SPLITS
        keep = keep_probability(price) * keep_probability(self.budget - price)
        return math.prod([keep] * LENGTH)

    @cached_property
    def costs(self) -> tuple[int, int]:
        """What a wrong mark of the first clue and of the second clue costs, in grains.

        A distance d is the sum of these costs over all wrong marks.
        """
        common = math.gcd(self.parts, SPLITS)
        return self.parts // common, (SPLITS - self.parts) // common

    @cached_property
    def distances(self) -> NDArray[np.int64]:
        """All distances d that are possible at this split, in grains, ascending."""
        first, second = self.costs
        marks = range(LENGTH + 1)
        return np.unique([first * k + second * m for k in marks for m in marks])

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """The weight ``exp(-(a D + b E) / 5)`` of every distance in `distances`."""
        grain = self.budget / LENGTH / sum(self.costs)
        return elementary.exp(np.asarray(-grain * self.distances, np.float64))

    @cached_property
    def heights(self) -> NDArray[np.float64]:
        """The weight of every distance minus the weight of the next larger distance.

        The height of the largest distance is its weight.
        """
        return -np.diff(self.weights, append=0.0)

    @cached_property
    def n_separated(self) -> int:
        """The number of distances that keep their own weights in the exact value.

        All larger distances (at least one distance) get the largest of their weights.
        """
        return min(int((self.weights >= _LEAST).sum()), len(self.weights) - 1)

    @cached_property
    def scaled_weights(self) -> NDArray[np.int64]:
        """The weights that the exact value uses, times 2^20, rounded up to integers.

        The last weight is the weight of all distances that are not separated (see
        `n_separated`).
        """
        return np.ceil(self.weights[: self.n_separated + 1] * SCALE).astype(np.int64)

    @cached_property
    def table(self) -> NDArray[np.uint8]:
        """The distance in grains between each pattern and each first clue.

        The table is flat: `CLUE_LANES` elements for each pattern, the last ones unused.
        """
        out = np.zeros((3**LENGTH, two_clue_kernel.CLUE_LANES), np.uint8)
        out[:, : 3**LENGTH] = self.costs[0] * all_differences(LENGTH)
        return out.ravel()

    def units(self, total: float, answers: int) -> int:
        """Return an upper bound of V, as a whole number of units of ``1 / UNITS``.

        `total` is C or an upper bound of C, and `answers` is N, the number of answers.
        """
        return math.ceil((self.factor * total / answers + _SLACK) * UNITS)


@lru_cache(maxsize=32)
def splits(budget: float) -> list[Split]:
    """Return all splits of `budget`, in ascending order of the price of the opening."""
    return [Split(budget, parts) for parts in range(SPLITS + 1)]


def chord_proves(
    bounds: Bounds, budget: float, low: int, high: int, share: float
) -> bool:
    """Return whether the chord between two splits proves that V is below `share`.

    `low` and `high` are the splits: prices of the opening in parts of the budget.
    `bounds` has the bounds of V at the splits. The module's text explains the chord.
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

    The first array has the middle of the piece, a price of the opening in parts of the
    budget. The second array has ``(p(a) p(b))^5`` in the middle. The third array has
    the slope of the logarithm of this number, per part of the budget.
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
    """Return those of the bounds `known` that are on their lower convex hull.

    A bound is a point with two coordinates: the price of the opening, and the bound of
    C up to the factor N. The bound of C is the bound of V divided by the `factor` of
    the split.
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
    """Return whether `middle` is on or above the chord of the points left and right."""
    rise = (right[1] - left[1]) * (middle[0] - left[0])
    return (middle[1] - left[1]) * (right[0] - left[0]) >= rise


@dataclass(frozen=True, eq=False)
class Counts:
    """Counts of second clues, which no second guess exceeds.

    `within`, `new` and `near` are h, n and g of the proof (see the module's text), each
    of shape (6, 243): by k and first clue. A count is the largest count over all second
    guesses, or an upper bound of the largest count.
    """

    within: NDArray[np.int64]
    new: NDArray[np.int64]
    near: NDArray[np.int64]


class TwoClues:
    """Bounds of the chance to win for all strategies that pay for at most two clues.

    The clue matrix `matrix` is for words of five letters with letterwise marks. The
    proof is to show that no strategy wins the share `share` of the games.
    """

    def __init__(self, matrix: NDArray[np.unsignedinteger], share: float) -> None:
        self._matrix = np.ascontiguousarray(matrix, np.uint8)
        self._limit = share
        self._answers = matrix.shape[1]
        self._most_patterns = max(len(np.unique(row)) for row in self._matrix)
        self._unpaid: dict[float, int] = {}

    def free_counts(self, opening: int) -> Counts:
        """Return upper bounds of the counts that hold for every second guess.

        The bounds count answers, as if no two answers gave the same second clue.
        `opening` is the row of the opening in the clue matrix.
        """
        levels = two_clue_kernel.levels(self._matrix[opening], LENGTH).T
        within = np.minimum(np.cumsum(levels, axis=0), self._most_patterns)
        new = np.minimum(levels, self._most_patterns)
        return Counts(within, new, np.full_like(within, _CLUES))

    def largest_counts(self, opening: int, fine: bool = True) -> Counts:
        """Return the largest counts over all second guesses.

        The counts are exact for small k, and upper bounds for larger k. If `fine`, h
        and n are exact up to k = 3 instead of 2, and g is counted, too; this takes
        twice the time. `opening` is the row of the opening in the clue matrix.
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
        """Return bounds that prove the claim for `budget`, or None if it is not proved.

        The claim is that no strategy with the opening `opening` and at most two clues
        wins the share of the games within the budget. `counts` are the counts of this
        opening. If `exact`, exact values are computed where the counts do not suffice;
        this takes most of the time.
        """
        known = self.bounds(opening, budget, counts)
        chain = lowest_chain(known, budget)
        tried: set[int] = set()
        while gaps := self._gaps(chain, budget):
            low, high = gaps[0]
            inside = set(range(max(low, 1), min(high, SPLITS - 1) + 1)) - tried
            if not (exact and inside):
                return None
            # Try the split nearest to the middle. If two are equally near, try the one
            # with fewer distances to separate.
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

        At the first and the last split, one of the two guesses costs nothing. There the
        bound is the exact value, rounded up.
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
        """Return the pairs of neighbouring splits for which the claim is not proved.

        The chord between the splits should prove the claim (see `prove`). `chain` has
        the bounds on the lower convex hull (see `lowest_chain`).
        """
        return [
            (low, high)
            for low, high in itertools.pairwise(chain)
            if not chord_proves(chain, budget, low, high, self._limit)
        ]

    def _thin_chain(self, chain: Bounds, budget: float) -> Bounds:
        """Return a part of the bounds in `chain` that proves the claim of `prove`, too.

        `chain` has bounds of V that prove the claim for `budget`.
        """
        ends = list(chain)
        thinned = [ends[0]]
        for middle, end in itertools.pairwise(ends[1:]):
            if not chord_proves(chain, budget, thinned[-1], end, self._limit):
                thinned.append(middle)
        return {parts: chain[parts] for parts in [*thinned, ends[-1]]}

    def _exact(self, row: NDArray[np.uint8], split: Split) -> int:
        """Return V at a split, rounded up to a multiple of ``1 / UNITS``.

        Small weights are rounded up as well (see `n_separated`). `row` has the pattern
        of each answer: the true clue to the opening.
        """
        weights = split.scaled_weights
        best = np.zeros(_CLUES, np.int32)
        # All second guesses that cost nothing have equal values, so one row is enough.
        matrix = self._matrix if split.parts < SPLITS else self._matrix[:1]
        order = np.argsort(row, kind="stable").astype(np.uint16)
        # Steps of height 0 make the number of steps a multiple of `BATCH`.
        spare = (0, -split.n_separated % two_clue_kernel.BATCH)
        steps = np.pad(split.distances[: split.n_separated], spare).astype(np.uint8)
        heights = np.pad(-np.diff(weights), spare).astype(np.int32)
        two_clue_kernel.raise_values(
            best, matrix, row, order, split.table, np.uint8(split.costs[1]), steps,
            heights,
        )  # fmt: skip
        total = int(best.sum(dtype=np.int64)) + _CLUES * _CLUES * int(weights[-1])
        return split.units(total / SCALE, self._answers)
