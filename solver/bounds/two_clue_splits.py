"""Splits of a budget between two clues, and chords between bounds at splits.

Names are those of the proof in `two_clues`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from game.noise import keep_probability
from solver.bounds.floor_tables import lies
from solver.bounds.two_clue_kernel import CLUE_LANES
from solver.numeric import elementary

LENGTH = 5
SPLITS = 48
"""Parts of the budget that prices are multiples of."""

UNITS = 10**7
"""Units of a chance to win, in which bounds are integers."""

SCALE = 2**20
"""Units of a weight, in which sums of exact values are integers."""

Bounds = dict[int, int]
"""Bounds of V in units, by the price of the opening in parts of the budget."""

_LEAST = 1e-3  # weight, of those that exact values tell apart
_PIECES = 4  # of a part of the budget, each with a tangent
_SLACK = 1e-10


@dataclass(frozen=True)
class Split:
    """Prices of the two guesses.

    `parts` is the price of the opening, in parts of ``budget / 48``.

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
        first = self.budget * self.parts / SPLITS
        keep = keep_probability(first) * keep_probability(self.budget - first)
        return math.prod([keep] * LENGTH)

    @cached_property
    def costs(self) -> tuple[int, int]:
        """Grains that one mark of the first and of the second clue counts."""
        common = math.gcd(self.parts, SPLITS)
        return self.parts // common, (SPLITS - self.parts) // common

    @cached_property
    def distances(self) -> NDArray[np.int64]:
        """All d, in grains."""
        first, second = self.costs
        marks = range(LENGTH + 1)
        return np.unique([first * k + second * m for k in marks for m in marks])

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """``exp(-(a D + b E) / 5)`` of every d."""
        grain = self.budget / LENGTH / sum(self.costs)
        return elementary.exp(np.asarray(-grain * self.distances, np.float64))

    @cached_property
    def heights(self) -> NDArray[np.float64]:
        """Weight of every d less that of the next."""
        return -np.diff(self.weights, append=0.0)

    @cached_property
    def kept(self) -> int:
        """Number of distances that the exact value separates, all but one at most."""
        return min(int((self.weights >= _LEAST).sum()), len(self.weights) - 1)

    @cached_property
    def scaled_weights(self) -> NDArray[np.int64]:
        """Weights of these and of the next, rounded up to multiples of 2^-20."""
        return np.ceil(self.weights[: self.kept + 1] * SCALE).astype(np.int64)

    @cached_property
    def table(self) -> NDArray[np.uint8]:
        """Grains between every pattern and every first clue, padded, in one row."""
        out = np.zeros((3**LENGTH, CLUE_LANES), np.uint8)
        out[:, : 3**LENGTH] = self.costs[0] * lies(LENGTH)
        return out.ravel()

    def units(self, total: float, answers: int) -> int:
        """Return the value V of a sum C, rounded up."""
        return math.ceil((self.factor * total / answers + _SLACK) * UNITS)


@lru_cache(maxsize=32)
def splits(budget: float) -> list[Split]:
    """Return all splits, by the price of the opening."""
    return [Split(budget, parts) for parts in range(SPLITS + 1)]


def chord_proves(
    bounds: Bounds, budget: float, low: int, high: int, share: float
) -> bool:
    """Return whether the chord between two splits proves that V is below a share."""
    all_splits = splits(budget)
    totals = [bounds[k] / UNITS / all_splits[k].factor for k in (low, high)]
    rise = (totals[1] - totals[0]) / (high - low)
    pieces = slice(low * _PIECES, high * _PIECES)
    places, factor, slope = (array[pieces] for array in _pieces(budget))
    chord = totals[0] + rise * (places - low)
    # Of the logarithm, over half a piece; e^x is at most 1 / (1 - x).
    tangent = np.abs(slope + rise / chord) / _PIECES / 2
    return bool((factor * chord / (1 - tangent)).max() + _SLACK < share)


@lru_cache(maxsize=32)
def _pieces(budget: float) -> tuple[NDArray[np.float64], ...]:
    """Return the middles of all pieces, and ``(p(a) p(b))^5`` there with its slope.

    Middles are in parts of the budget, slopes those of the logarithm per part.
    """
    places = (np.arange(SPLITS * _PIECES) + 0.5) / _PIECES
    part = budget / SPLITS
    prices = part * places, part * (SPLITS - places)
    lost = [elementary.exp(-price / LENGTH) for price in prices]
    keep = [1 / (1 + 2 * ratio) for ratio in lost]
    both = keep[0] * keep[1]
    slope = 2 * part * (keep[0] * lost[0] - keep[1] * lost[1])
    return places, both * both * both * both * both, slope


def lowest_chain(known: Bounds, budget: float) -> Bounds:
    """Return the bounds that no chord between two others is below."""
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
    """Return whether the middle of three points is not below the chord."""
    rise = (right[1] - left[1]) * (middle[0] - left[0])
    return (middle[1] - left[1]) * (right[0] - left[0]) >= rise
