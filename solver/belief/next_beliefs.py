"""Measures of all beliefs to which the clue of a guess may lead.

Let b be the probability of an answer before a guess. Let ``L(y | c)``, or L, be the
probability that clue y is seen if c is the true clue. After y, the weight of an answer
with the true clue c is ``w = b L(y | c)``. To measure these weights, four numbers for
each true clue c are enough. They are computed over the answers with this true clue: m
is the sum of b, n is the sum of ``b log b``, q is the sum of ``b**2``, and M is the
largest b. Then, for a seen clue y,

    sum of w       = sum over c of L m,
    sum of w log w = sum over c of L (n + m log L),
    sum of w**2    = sum over c of L**2 q,
    largest w      = max over c of L M.

Below, `by_clue` has m, n, q and M for each true clue. `sums` has the four numbers on
the left for each seen clue. Both arrays have the shape (4, n_clues, n_turns), and the
four numbers are in this order.

In most channels, L depends only on the number of marks in which y and c differ. Then
the sums over all true clues c that differ from y in equally many marks are computed
first, letter by letter (`sum_by_differences`). These sums are multiplied by L. For
other channels, L is read from a table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from game.arrays import Floats, Matrix
from game.channels.channel import Channel, DistanceChannel
from game.elementary import LN_2, log
from solver.belief.answers_kernel import sum_moments
from solver.belief.mixing_kernel import add_levels, sum_by_differences
from solver.numeric.elementary import exp, log2

_TINY = 1e-300  # logarithms are taken only of numbers at least this large
_LEAST = -1e6  # replaces log(0), so that 0 times this logarithm is 0


def next_beliefs(
    beliefs: Floats,
    logs: Floats,
    rows: Matrix,
    prices: Sequence[float],
    length: int,
    channel: Channel,
    *,
    ends: bool,
) -> tuple[Floats, Floats]:
    """Return the probability of each clue, and measures of the belief after the clue.

    There is one guess for each turn.

    Parameters
    ----------
    beliefs, logs : ndarray of shape (n_turns, n_answers), float64
        Probability of each answer before a guess, and its natural logarithm.
    rows : ndarray of shape (n_turns, n_answers), uint8 or uint16
        For each turn, the row of the guess in the clue matrix.
    prices : sequence of float
        Prices of the guesses, in nats.
    length : int
        Letters in a word.
    channel : Channel
        The channel that turns true clues into seen clues.
    ends : bool
        Whether a right guess ends the game. If so, only clues of wrong guesses count.

    Returns
    -------
    chances : ndarray of shape (3 ** length, n_turns), float64
        Probability of each clue.
    measures : ndarray of shape (3, 3 ** length, n_turns), float64
        Measures of the belief after each clue: the entropy in nats, the largest
        probability, and the logarithm of the sum of squared probabilities.
    """
    turns, answers = beliefs.shape
    by_clue = np.empty((4, 3**length, turns))
    sum_moments(rows, beliefs, logs, _LEAST, by_clue)

    # If a right guess ends the game, leave out the clue of a right guess, because no
    # turn follows it. This clue has the highest number.
    if ends:
        by_clue[:, -1] = 0.0
    if isinstance(channel, DistanceChannel):
        sums = _by_differences(by_clue, prices, length, channel)
    else:
        sums = _by_table(by_clue, prices, length, channel)
    return sums[0], _measure(sums, answers)


def _measure(sums: Floats, answers: int) -> Floats:
    """Return the measures of beliefs over `answers` answers, computed from `sums`.

    The docstring of this module defines `sums`. Let w be the weight of an answer after
    the clue, and W the sum of w over all answers. Then the entropy is ``log W - (sum of
    w log w) / W``.
    """
    chances, terms, squares, top = sums
    divisor = np.maximum(chances, _TINY)
    log_divisor = LN_2 * log2(divisor)
    log_answers = log(answers)

    # If a clue is almost impossible, rounding errors may put a measure out of range.
    entropy = np.clip(log_divisor - terms / divisor, 0.0, log_answers)
    log_squares = LN_2 * log2(np.maximum(squares, _TINY)) - 2 * log_divisor
    log_squares = np.clip(log_squares, -log_answers, 0.0)
    return np.array([entropy, np.minimum(top / divisor, 1.0), log_squares])


def _by_differences(
    by_clue: Floats, prices: Sequence[float], length: int, channel: DistanceChannel
) -> Floats:
    """Return the array `sums` if likelihoods depend only on how many marks differ.

    The docstring of this module defines the arrays `by_clue` and `sums`.
    """
    logs = np.array([channel.by_differences(price, length) for price in prices]).T
    chances = exp(logs)

    # ``ways[count]`` is the number of clues that differ from a given clue in `count`
    # marks. The likelihoods are known only up to a factor. So they are divided by their
    # sum over all clues.
    ways = [math.comb(length, count) * 2.0**count for count in range(length + 1)]

    # Terms are added in a fixed order, so that all machines compute the same bits.
    total = np.add.accumulate(chances * np.array(ways)[:, None])[-1]
    chances /= total
    logs = np.maximum(logs, _LEAST) - LN_2 * log2(total)

    # A level is the number of marks in which a seen clue differs from the true clue.
    # `most` is the highest level that is possible: 0 if clues are exact.
    most = int(np.flatnonzero(chances.any(axis=1))[-1])
    levels = np.zeros((4, most + 1, *by_clue.shape[1:]))
    levels[:, 0] = by_clue
    for kind, sums in enumerate(levels.reshape(4, most + 1, -1)):
        sum_by_differences(sums, length, kind == 3)
    out = np.zeros(by_clue.shape)
    add_levels(levels, chances, logs, out)
    return out


def _by_table(
    by_clue: Floats, prices: Sequence[float], length: int, channel: Channel
) -> Floats:
    """Return the array `sums`, computed with the table of likelihoods of the channel.

    The docstring of this module defines the arrays `by_clue` and `sums`.
    """
    out = np.zeros(by_clue.shape)
    for price in sorted(set(prices)):
        table = channel.table(price, length)
        logs = LN_2 * log2(np.maximum(table, _TINY))
        turns = np.flatnonzero(np.asarray(prices) == price)
        part = np.zeros((4, 3**length, len(turns)))
        sums = by_clue[:, :, turns]
        for true in np.flatnonzero(sums[0].any(axis=1)):
            chance = table[:, true, None]
            logarithm = logs[:, true, None]
            _add(part, sums[:, true, None], chance, logarithm)
        out[:, :, turns] = part
    return out


def _add(out: Floats, sums: Floats, chance: Floats, logarithm: Floats) -> None:
    """Add the terms of one true clue to the numbers of all seen clues in `out`.

    `sums` has m, n, q and M of the true clue, for each turn. `out` has the four numbers
    of each seen clue. The docstring of this module defines all these numbers. `chance`
    has the likelihood of each seen clue, and `logarithm` has the logarithms of
    `chance`.
    """
    weights = chance * sums[0]
    out[0] += weights
    out[1] += chance * sums[1] + logarithm * weights
    out[2] += chance * chance * sums[2]
    np.maximum(out[3], chance * sums[3], out=out[3])
