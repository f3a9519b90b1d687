"""Checker of the proofs of `two_clues`, with its own code and its own rounding.

A proof has a budget, and upper bounds of the chance to win with two paid clues, at some
splits. A *split* divides the budget between the opening, which is the first guess, and
the second guess: the opening costs a whole number of parts, and a *part* is a 48th of
the budget. At each split of a proof, the bound is compared with the chance to win, for
which `best_posterior` rates all second guesses.

Between two splits, the chance to win is at most the chance that the clues keep all
marks, times the *chord*. The chord is the straight line, by the price of the opening,
between two quotients: the bounds at the two splits, each divided by the chance that the
clues keep all marks at the split. This product is checked in short *pieces* of the
range between the splits. In a piece, the chance that the clues keep all marks is
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
_PIECES = 16  # a piece in which the proof fails is cut into this number of pieces
_NARROWEST = 1e-6  # least width of a piece, in nats
_SLACK = 1e-11


def fault(
    matrix: NDArray[np.unsignedinteger],
    opening: int,
    proof: TwoClueProof,
    share: float,
) -> str:
    """Return why the proof of an opening does not hold, or an empty string if it holds.

    `proof` has to show that no strategy with this opening and at most two paid clues
    wins the share `share` of the games within the budget of the proof. `matrix` is the
    clue matrix, and `opening` is the row of the opening in the matrix.
    """
    if why := chord_fault(proof, share):
        return why
    for parts, units in proof.bounds.items():
        win_chance = value(matrix, opening, proof.budget, parts)
        if win_chance > units / _UNITS + _SLACK:
            return f"the value at {parts} of {_PARTS} parts is {win_chance:.5%}"
    return ""


def chord_fault(proof: TwoClueProof, share: float) -> str:
    """Return why the bounds of `proof` are not enough, even if all bounds are true.

    The bounds are enough if it follows that the chance to win is below `share` for
    every price of the opening. Then the returned text is empty.
    """
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
    """Return whether the chance to win is proved to be below `share`.

    The proof is for all prices of the opening between the splits `left` and `right`.
    Each split has two elements: the price of the opening in 48ths of `budget`, and the
    bound of the chance to win at this price. Between the splits, the proof uses the
    chord (see the module's text).
    """
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
        # A higher price keeps more marks. In a piece, the price of the opening is
        # highest at the end, and the price of the second guess at the start.
        keep_chance = _all_kept(stops, budget - starts)
        chords = [np.interp(prices, ends, totals) for prices in (starts, stops)]
        starts = starts[keep_chance * np.maximum(*chords) + _SLACK >= share]
    return not len(starts)


def value(
    matrix: NDArray[np.unsignedinteger], opening: int, budget: float, parts: int
) -> float:
    """Return the chance to win if the best second guess follows every first clue.

    The opening costs `parts` 48ths of `budget`, and the second guess costs the rest of
    the budget. `matrix` is the clue matrix, and `opening` is the row of the opening in
    the matrix.
    """
    price = budget * parts / _PARTS  # the price of the opening
    row = matrix[opening]
    total = 0.0
    for clue in range(3**_LENGTH):
        joint = likelihoods(clue, price, _LENGTH)[row] / matrix.shape[1]
        total += best_posterior(matrix, joint, budget - price, _LENGTH).max()
    return total


def _all_kept(first: ArrayLike, second: ArrayLike) -> NDArray[np.float64]:
    """Return the chance that all marks of two clues are true.

    `first` and `second` are the prices of the two clues, in nats: numbers, or arrays
    with an element for each pair of clues.
    """
    lost = [exp(-np.asarray(price) / _LENGTH) for price in (first, second)]
    return np.asarray(1 / ((1 + 2 * lost[0]) * (1 + 2 * lost[1])) ** _LENGTH)
