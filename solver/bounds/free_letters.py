"""Lower bounds on WORDPL budgets for any word list, with a proof.

**Change of measure.** Let ``P_w`` be the law of a game's clues when the secret is w,
and Q the law under which every letter of every clue is one of the three marks at
random, whatever the secret. Let ``A_w`` be the event that the game ends with the right
answer w within budget B. For every number c > 0,

    P_w(A_w)  =  E_w[1(A_w) (1 - c e^-L)] + c Q(A_w)  <=  E_w[f(L)] + c Q(A_w),

with L the logarithm of ``dP_w / dQ`` at the end and ``f(L) = max(0, 1 - c e^-L)``. Only
one answer is given in the end, so the ``Q(A_w)`` of all N secrets sum to at most 1, and

    P(win within B)  <=  V(0, B) + c / N,

where V(L, r) is the supremum of ``E[f]`` from L over all strategies that spend at most
r more nats. A guess of price e adds ``ln 3p`` to L for each letter that keeps its mark,
which has probability ``p = keep_probability(e, length)``, and
``ln 3q`` for the others, ``q = (1 - p) / 2``. This holds with feedback: prices and
guesses may depend on all clues before, on chance and even on the secret. It is the
converse of Neyman and Pearson that information theory uses for codes (Polyanskiy,
Poor and Verdu 2010, "Channel coding rate in the finite blocklength regime").

**Conservative rounding.** V is computed for budgets ``r = k s`` and ratios
``L = i h`` on a grid, s the step and h the grain. Write ``Z = e^-L``. V is

(1) not decreasing in L and in r: the same strategy has no smaller value;
(2) convex in Z: ``E[max(0, 1 - c Z Z')]`` is for a fixed strategy, V is the supremum of
    these, and so is the best that can follow when some guesses are over;
(3) no smaller after a random step of Z, mean 1, that is larger in the convex order,
    by (2) and Jensen. Passing a clue through more noise makes its step smaller.

So each of these replacements makes V larger, never smaller:

* A guess of price ``(j - 1) s < e <= j s``, j >= 2, gets the clues of price ``j s``,
  which its own are a noisier form of, and pays ``(j - 1) s``.
* Guesses of price s or less are taken together, in order, until a more
  expensive one follows, the game ends, or they have cost more than s: so at most
  ``t = 2 s``. Per letter,
  ``-ln 3q = g(d)`` and ``ln 3p = d - g(d)`` at a price of d for the letter, where
  ``g(d) = ln((2 + e^d) / 3)``. As g is convex, with g(0) = 0 and slope 1/3 there, the
  step of L that they make together, however they were chosen, lies between
  ``-length g(t / length)`` and ``2 t / 3``. In the convex order no step of Z between
  two ends is larger than the one that takes no other values. That `small_step` comes
  before every guess and before the end, free of charge; where they cost more than s,
  s is charged, and a guess with j = 2 is added as well.
* Between two points of the grid V is replaced by the chord over Z, which is not below
  it, by (2); above the grid by 1; below it by the value at its lower end, by (1).

Hence, by induction over k, V at ``i h`` is at most U(i, k) for all ``r <= k s``, with

    U(i, k)  =  E[W(i + small, k)],
    W(i, k)  =  max(f(i), max over 2 <= j <= k of E[U(i + guess_j, k - j + 1)]).

These are sums of numbers from 0 to 1 with positive weights of sum 1, at most `_STEPS`
times over, so that floating point errs by less than 1e-10; `SLACK` is added for it.
As c only shifts L by ``ln c``, one table with c = 1 serves all c and all N: the bound
is the smallest of ``U(i, k) + e^(-i h) / N`` over i.
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

_STEPS = 800  # budgets in a table; the step is the span divided by this
_SPANS = (16.0, 512.0)  # nats that the smallest and the largest table cover
GRAIN = 0.025  # nats between two log-likelihood ratios
_EDGE = 16.0  # the largest ratio, and minus the smallest
SLACK = 1e-9  # more than the rounding of all sums together


def free_floor(answers: int, length: int, share: float) -> float:
    """Return a budget within which no WORDPL strategy wins that share of its games.

    In nats, for `answers` equally likely words and a share above 0 and below 1. No
    strategy's true percentile is smaller, for any word list; the percentile of a sample
    of games may be, by luck. Raises `InputError` when a number is out of range.

    Examples
    --------
    >>> round(free_floor(2315, 5, 0.05), 1)
    10.7
    """
    _check(answers, length)
    if not 0 < share < 1:
        raise InputError(f"share {share!r}", "a number between 0 and 1")
    span = _SPANS[0]

    # The smallest table in which the share is reached: its steps are the finest.
    while True:
        below = np.flatnonzero(_bounds(answers, length, span) < share)
        if len(below) <= _STEPS or span == _SPANS[1]:
            # Where a guess without a clue wins often enough, the floor is 0.
            return float(below[-1] * span / _STEPS) if len(below) else 0.0
        span *= 2


def win_probability_bound(
    budget: float, answers: int, length: int, span: float = _SPANS[0]
) -> float:
    """Return a probability of winning within a budget that no strategy exceeds.

    Parameters
    ----------
    budget : float
        In nats, from 0; ``inf`` is none.
    answers, length : int
        As for `free_floor`.
    span : float
        Nats that the smallest table covers. A larger one serves all budgets up to that,
        and its bounds are a little higher.

    Raises
    ------
    InputError
        When a number is out of range.

    Examples
    --------
    >>> round(win_probability_bound(14.6, 2315, 5), 2)
    0.14
    """
    _check(answers, length)
    if not budget >= 0:
        raise InputError(f"budget {budget!r}", "nats, from 0")
    if budget > _SPANS[1]:
        return 1.0
    while span < budget:
        span *= 2
    return float(_bounds(answers, length, span)[math.ceil(budget * (_STEPS / span))])


def _check(answers: int, length: int) -> None:
    if answers < 1 or length < 1:
        raise InputError(
            f"{answers!r} answers of {length!r} letters", "at least 1 of 1"
        )


@lru_cache(maxsize=8)
def _bounds(answers: int, length: int, span: float) -> Floats:
    """Return the bound for each budget of a table, shape (_STEPS + 1,)."""
    bounds = (value_table(length, span) + exp(-_ratios()) / answers).min(axis=1)
    return np.minimum(bounds + SLACK, 1.0)


def _ratios() -> Floats:
    steps = round(_EDGE / GRAIN)
    return np.asarray(GRAIN * np.arange(-steps, steps + 1), np.float64)


@lru_cache(maxsize=8)
def value_table(length: int, span: float) -> Floats:
    """Return U of the module's text, shape (_STEPS + 1, n_ratios)."""
    step = span / _STEPS
    ratios = _ratios()
    small = on_grid(*small_step(2 * step, length), len(ratios))

    # The step of a guess of each price; row j is price j * step.
    moves = [
        on_grid(*guess_step(j * step, length), len(ratios)) for j in range(_STEPS + 1)
    ]
    offsets, weights = (np.array(part) for part in zip(*moves, strict=True))

    # Not 0, because its neighbours would become subnormal numbers, which are slow.
    at_end = np.maximum(1e-30, 1.0 - exp(-ratios))
    return best_values(at_end, *small, offsets, weights, _STEPS)


def guess_step(price: float, length: int) -> tuple[list[float], list[float]]:
    """Return the steps of the log-likelihood ratio of a guess, with probabilities."""
    keep = keep_probability(price, length)
    gain = elementary.log(3 * keep)
    loss = gain - price / length
    counts = range(length + 1)
    gains = [m * gain + (length - m) * loss for m in counts]

    # 1 - keep, which loses its digits where keep is near 1.
    change = 2 * keep * elementary.exp(-price / length)

    # Products, as the C library's powers differ in the last digit.
    chances = [
        math.prod([math.comb(length, m), *[keep] * m, *[change] * (length - m)])
        for m in counts
    ]
    return gains, chances


def small_step(total: float, length: int) -> tuple[list[float], list[float]]:
    """Return the largest joint step of cheap guesses, in the form of `guess_step`."""
    # The two ends of the step, with the probabilities that keep the mean of Z at 1.
    up = 2 * total / 3
    down = length * elementary.log1p(elementary.expm1(total / length) / 3)
    rise = elementary.expm1(down)
    fall = -elementary.expm1(-up)
    chance = rise / (rise + fall)
    return [up, -down], [chance, 1 - chance]


def on_grid(
    gains: list[float], chances: list[float], edge: int
) -> tuple[Integers, Floats]:
    """Split every step between its two neighbours on the grid, keeping E[e^-step].

    Return the offsets and their weights, two per step. Offsets above `edge` are
    clipped, as the grid ends there.
    """
    offsets = []
    weights = []
    grain_step = elementary.exp(-GRAIN)
    for gain, chance in zip(gains, chances, strict=True):
        below = math.floor(gain / GRAIN)

        # Weights of both neighbours with the same mean of Z: the chord over Z.
        remainder = gain - below * GRAIN
        lower = (elementary.exp(-remainder) - grain_step) / -elementary.expm1(-GRAIN)
        offsets += [below, below + 1]
        weights += [chance * lower, chance * (1 - lower)]
    return np.clip(offsets, -edge, edge), np.array(weights)
