"""Lower bounds on WORDPL budgets for any word list, with a proof.

**Change of measure.** Let ``P_w`` be the law of a game's clues if the secret is w. Let
Q be the law under which every mark of every clue is one of the three marks at random,
whatever the secret is. Let ``A_w`` be the event that the game ends with the right
answer w within budget B. For every number c > 0,

    P_w(A_w)  =  E_w[1(A_w) (1 - c e^-L)] + c Q(A_w)  <=  E_w[f(L)] + c Q(A_w).

Here L is the logarithm of ``dP_w / dQ`` at the end of the game, and
``f(L) = max(0, 1 - c e^-L)``. A game has only one final answer, so the ``Q(A_w)`` of
all N secrets sum to at most 1. Hence

    P(win within B)  <=  V(0, B) + c / N.

Here V(L, r) is the supremum of ``E[f]``, if the logarithm is L now, over all strategies
that spend at most r more nats. A guess of price e adds a number to L for each letter. A
letter keeps its true mark with the probability ``p = keep_probability(e, length)``. If
the mark is kept, ``ln 3p`` is added to L; otherwise ``ln 3q`` is added, where
``q = (1 - p) / 2``. The bound holds with feedback: prices and guesses may depend on all
earlier clues, on chance and even on the secret. The bound is the converse of Neyman and
Pearson that information theory uses for codes (Polyanskiy, Poor and Verdu 2010,
"Channel coding rate in the finite blocklength regime").

**Conservative rounding.** V is computed on a grid: for budgets ``r = k s`` and for
logarithms ``L = i h``, with integers k and i, the step s and the grain h. Write
``Z = e^-L``. V has these properties:

(1) V does not decrease if L or r grows: the same strategy then has no smaller value.
(2) V is convex in Z. For a fixed strategy, the value ``E[max(0, 1 - c Z Z')]`` is
    convex in Z, and V is the supremum of such values. The same holds for the best value
    that can follow after some guesses.
(3) V does not decrease if a random step of Z, of mean 1, is replaced by a step that is
    larger in the convex order. This follows from (2) and Jensen's inequality. If noise
    is added to a clue, its step becomes smaller in the convex order.

So each of these replacements makes V larger, never smaller:

* A guess of a price e with ``(j - 1) s < e <= j s`` and j >= 2 gets a clue of price
  ``j s`` and pays only ``(j - 1) s``. A clue of price e is a noisier form of this clue.
* Guesses of price s or less are taken together, in order, as a group. The group ends if
  a more expensive guess follows, if the game ends, or if the group has cost more than
  s. So a group costs at most ``t = 2 s``. At a price of d for a letter,
  ``-ln 3q = g(d)`` and ``ln 3p = d - g(d)``, where ``g(d) = ln((2 + e^d) / 3)``. The
  function g is convex, with g(0) = 0 and slope 1/3 at 0. So the group as a whole,
  however its guesses were chosen, changes L by a step between
  ``-length g(t / length)`` and ``2 t / 3``. Among all steps of Z between two ends, the
  step that takes only the values at the ends is the largest in the convex order. This
  `small_step` comes before every guess and before the end, free of charge. If a group
  costs more than s, s is charged, and a guess with j = 2 is added as well.
* Between two points of the grid, V is replaced by the chord over Z, which is not below
  V by (2). Above the grid, V is replaced by 1. Below the grid, V is replaced by the
  value at the lower end of the grid, by (1).

Hence, by induction over k, V at ``i h`` is at most U(i, k) for all ``r <= k s``, with

    U(i, k)  =  E[W(i + small, k)],
    W(i, k)  =  max(f(i), max over 2 <= j <= k of E[U(i + guess_j, k - j + 1)]).

U is the bound before a group of cheap guesses, and W is the bound after the group. f(i)
is the value of f for ``L = i h``. The random numbers `small` and `guess_j` are changes
of i, which `on_grid` computes: `small` is the change by the `small_step` of a group,
and `guess_j` is the change by a guess whose clue has the price ``j s``.

U and W are weighted means of numbers from 0 to 1, nested at most `_STEPS` times. So the
floating-point error is below 1e-10, and `SLACK` is added to cover it. The number c only
shifts L by ``ln c``, so one table with c = 1 serves all c and all N: the bound is the
smallest value of ``U(i, k) + e^(-i h) / N`` over i.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from game import elementary
from game.arrays import Floats, Integers
from game.errors import InputError
from game.noise import keep_probability
from solver.bounds.value_kernel import best_values
from solver.numeric.elementary import exp

_STEPS = 800  # number of steps of budget in a table: all steps together are its span
_SPANS = (16.0, 512.0)  # largest budget, in nats, of the smallest and the largest table
GRAIN = 0.025  # nats between two neighbouring log-likelihood ratios of the grid
_EDGE = 16.0  # the log-likelihood ratios of the grid are from -16 to 16
SLACK = 1e-9  # added to each bound: more than the rounding error of all sums


def free_floor(answers: int, length: int, share: float) -> float:
    """Return a budget within which no WORDPL strategy wins `share` of its games.

    The budget is in nats. There are `answers` equally likely answers of `length`
    letters, and `share` is above 0 and below 1. The result holds for any word list with
    these numbers. It holds in the long run: in a sample of games, a strategy may win a
    larger share by luck. Raises `InputError` if a number is out of range.

    Examples
    --------
    >>> round(free_floor(2315, 5, 0.05), 1)
    10.7
    """
    _check(answers, length)
    if not 0 < share < 1:
        raise InputError(f"share {share!r}", "a number between 0 and 1")
    span = _SPANS[0]

    # Find the smallest table in which some bound reaches the share: the smaller the
    # table, the finer are its steps.
    while True:
        below = np.flatnonzero(_bounds(answers, length, span) < share)
        if len(below) <= _STEPS or span == _SPANS[1]:
            # No bound is below the share if a final answer without any clue may win
            # often enough. Then the floor is 0.
            return float(below[-1] * span / _STEPS) if len(below) else 0.0
        span *= 2


def win_probability_bound(
    budget: float, answers: int, length: int, span: float = _SPANS[0]
) -> float:
    """Return an upper bound of the chance to win within a budget, for any strategy.

    Parameters
    ----------
    budget : float
        The budget in nats, at least 0; ``inf`` means no limit.
    answers, length : int
        See `free_floor`.
    span : float
        Largest budget, in nats, of the table that is used. It is doubled until it is
        at least `budget`. Bounds from a table with a larger span are a little higher.

    Raises
    ------
    InputError
        If a number is out of range.

    Examples
    --------
    >>> round(win_probability_bound(14.6, 2315, 5), 2)
    0.14
    """
    _check(answers, length)
    if not budget >= 0:
        raise InputError(f"budget {budget!r}", "0 or more, in nats")
    if budget > _SPANS[1]:
        return 1.0
    while span < budget:
        span *= 2
    return float(_bounds(answers, length, span)[math.ceil(budget * (_STEPS / span))])


def _check(answers: int, length: int) -> None:
    if answers < 1 or length < 1:
        raise InputError(
            f"{answers!r} answers of {length!r} letters",
            "at least 1 answer of at least 1 letter",
        )


@lru_cache(maxsize=8)
def _bounds(answers: int, length: int, span: float) -> Floats:
    """Return an upper bound of the chance to win for each budget of a table.

    The array has the shape (_STEPS + 1,). Element k is for the budget
    ``k * span / _STEPS``, in nats.
    """
    bounds = (value_table(length, span) + exp(-_ratios()) / answers).min(axis=1)
    return np.minimum(bounds + SLACK, 1.0)


def _ratios() -> Floats:
    steps = round(_EDGE / GRAIN)
    return np.asarray(GRAIN * np.arange(-steps, steps + 1), np.float64)


@lru_cache(maxsize=8)
def value_table(length: int, span: float) -> Floats:
    """Return a table of U, which the text of this module defines.

    The table has the shape (_STEPS + 1, n_ratios). Row k is for the budget
    ``k * span / _STEPS``, in nats. There is a column for each log-likelihood ratio of
    the grid.
    """
    step = span / _STEPS
    ratios = _ratios()
    small = on_grid(*small_step(2 * step, length), len(ratios))

    # For a guess of each price, compute how it changes the log-likelihood ratio. Row j
    # is for the price j * step.
    moves = [
        on_grid(*guess_step(j * step, length), len(ratios)) for j in range(_STEPS + 1)
    ]
    offsets, weights = (np.array(part) for part in zip(*moves, strict=True))

    # Values are at least 1e-30. Products of smaller values would become subnormal
    # numbers, which are slow.
    at_end = np.maximum(1e-30, 1.0 - exp(-ratios))
    return best_values(at_end, *small, offsets, weights, _STEPS)


def guess_step(price: float, length: int) -> tuple[list[float], list[float]]:
    """Return the numbers that a guess may add to the log-likelihood ratio.

    The first list has the numbers: element m is for a clue with m true marks. The
    second list has their probabilities. `price` is the price of the guess, in nats.
    """
    keep = keep_probability(price, length)
    gain = elementary.log(3 * keep)
    loss = gain - price / length
    counts = range(length + 1)
    gains = [m * gain + (length - m) * loss for m in counts]

    # `change` is 1 - keep. It is computed in another way, because a subtraction would
    # lose digits if `keep` is near 1.
    change = 2 * keep * elementary.exp(-price / length)

    # Use products, which are the same on every machine, not powers: powers of the C
    # library differ in the last digit.
    chances = [
        math.prod([math.comb(length, m), *[keep] * m, *[change] * (length - m)])
        for m in counts
    ]
    return gains, chances


def small_step(total: float, length: int) -> tuple[list[float], list[float]]:
    """Return the random step that bounds the effect of a group of cheap guesses.

    The docstring of this module defines the step: the number that it adds to the
    log-likelihood ratio is one of two numbers. The first list has these two numbers,
    and the second list has their probabilities. `total` is the largest sum of the
    prices of the group, in nats.
    """
    # Compute the two possible values of the step, and the probabilities with which the
    # mean of ``e^-step`` is 1.
    up = 2 * total / 3
    down = length * elementary.log1p(elementary.expm1(total / length) / 3)
    rise = elementary.expm1(down)
    fall = -elementary.expm1(-up)
    chance = rise / (rise + fall)
    return [up, -down], [chance, 1 - chance]


def on_grid(
    gains: list[float], chances: list[float], edge: int
) -> tuple[Integers, Floats]:
    """Replace a random step by a step on the grid, keeping the mean of ``e^-step``.

    `gains` has the possible values of the step, and `chances` has their probabilities.
    Each value is replaced by its two neighbours on the grid. Return all neighbours, as
    multiples of `GRAIN`, and their probabilities. The multiples are clipped to the
    range from ``-edge`` to `edge`, because the grid is not larger.
    """
    offsets = []
    weights = []
    grain_step = elementary.exp(-GRAIN)
    for gain, chance in zip(gains, chances, strict=True):
        below = math.floor(gain / GRAIN)

        # Choose the probabilities of both neighbours so that the mean of ``e^-step``
        # does not change.
        remainder = gain - below * GRAIN
        lower = (elementary.exp(-remainder) - grain_step) / -elementary.expm1(-GRAIN)
        offsets += [below, below + 1]
        weights += [chance * lower, chance * (1 - lower)]
    return np.clip(offsets, -edge, edge), np.array(weights)
