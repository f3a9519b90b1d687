"""Checker of the proofs of `two_clues`, with its own code and its own rounding.

A split divides the budget between the opening and the second guess. At each split of a
proof, the bound is compared with the chance to win, for which `best_posterior` rates
all second guesses. Between two splits, the chord of the bounds (see `two_clues`) is
checked in short pieces. In a piece, the chance that the clues keep all marks is
computed with the highest price that each guess has in the piece.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from game.channels.response import likelihoods
from research.proofs.two_clue_certificate import TwoClueProof
from solver.belief.noisy_clues import best_posterior
from solver.numeric.elementary import exp

_PARTS = 48
_UNITS = 1e7
_LENGTH = 5
_PIECES = 16  # number of parts of a piece that does not prove the share
_NARROWEST = 1e-6  # least width of a piece, in nats
_SLACK = 1e-11


def fault(
    matrix: NDArray[np.unsignedinteger],
    opening: int,
    proof: TwoClueProof,
    share: float,
) -> str:
    """Return why a proof does not hold, or an empty string if it holds."""
    if why := chord_fault(proof, share):
        return why
    for parts, units in proof.bounds.items():
        win_chance = value(matrix, opening, proof.budget, parts)
        if win_chance > units / _UNITS + _SLACK:
            return f"the value at {parts} of {_PARTS} parts is {win_chance:.5%}"
    return ""


def chord_fault(proof: TwoClueProof, share: float) -> str:
    """Return why the bounds of a proof, if they hold, do not prove a share."""
    ends = list(proof.bounds)
    if not 0 < proof.budget < math.inf:
        return f"budget {proof.budget!r}: expected a number above 0"
    if ends != sorted(ends) or ends[:1] != [0] or ends[-1:] != [_PARTS]:
        return f"splits {ends!r}: expected ascending numbers from 0 to {_PARTS}"
    bounds = {parts: units / _UNITS for parts, units in proof.bounds.items()}
    for low, high in itertools.pairwise(ends):
        if not below(share, proof.budget, (low, bounds[low]), (high, bounds[high])):
            return f"the chord from {low} to {high} of {_PARTS} parts is too high"
    return ""


def below(
    share: float, budget: float, left: tuple[int, float], right: tuple[int, float]
) -> bool:
    """Return whether, between two splits with bounds, the value is below a share."""
    part = budget / _PARTS
    ends = [part * left[0], part * right[0]]
    totals = [
        bound / _all_kept(first, budget - first)
        for first, bound in zip(ends, (left[1], right[1]), strict=True)
    ]
    starts = np.array(ends[:1])
    width = ends[1] - ends[0]
    while len(starts) and width > _NARROWEST:
        width /= _PIECES
        starts = np.add.outer(starts, width * np.arange(_PIECES)).ravel()
        stops = starts + width
        # Higher prices keep more marks: the opening's at the end of a piece with the
        # second one's at its start keep more than the prices in between.
        keep_chance = _all_kept(stops, budget - starts)
        chords = [np.interp(prices, ends, totals) for prices in (starts, stops)]
        starts = starts[keep_chance * np.maximum(*chords) + _SLACK >= share]
    return not len(starts)


def value(
    matrix: NDArray[np.unsignedinteger], opening: int, budget: float, parts: int
) -> float:
    """Return the chance to win with the best second guesses, for given prices."""
    price = budget * parts / _PARTS  # the price of the opening
    row = matrix[opening]
    total = 0.0
    for clue in range(3**_LENGTH):
        joint = likelihoods(clue, price, _LENGTH)[row] / matrix.shape[1]
        total += best_posterior(matrix, joint, budget - price, _LENGTH).max()
    return total


def _all_kept(first: ArrayLike, second: ArrayLike) -> NDArray[np.float64]:
    """Return the chance that two clues of these prices keep all their marks."""
    lost = [exp(-np.asarray(price) / _LENGTH) for price in (first, second)]
    return np.asarray(1 / ((1 + 2 * lost[0]) * (1 + 2 * lost[1])) ** _LENGTH)
