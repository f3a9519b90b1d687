"""Kernel of `word_bounds`: the value of an expensive guess, pattern by pattern.

The proof is in `word_bounds`. The docstrings of this module use these terms:

* A *pattern* is a true clue: the clue that a guess would get without noise if some
  answer were the secret. The *share* of a pattern is the share of the answers with it.
* A *law* Q is a probability distribution of the seen clue y that does not depend on the
  secret. q(y | m) is the probability of y if the true clue is m; it depends only on the
  number of marks in which y and m differ, the *lies*.
* z is the likelihood ratio of an answer: the probability of the clues so far if this
  answer is the secret, divided by their probability under the laws. A guess multiplies
  z by q(y | m) / Q(y).
* F(z) is the *value* of an answer with the ratio z: its part in an upper bound of the
  chance to win. The table of values has F(z) / z, in a row for each budget that is
  left, and with an element for each grain of ln z. A *grain* is `GRAIN`, the distance
  of two neighbours in a row.
* ``G_m(z)`` is the mean of F after the clue, for an answer with the ratio z and the
  pattern m: the sum over y of ``Q(y) F(z q(y | m) / Q(y))``.
* The *terms* are ``slope (z - 1) + curve z^power``. The *worth* of a pattern m is the
  largest ``G_m(z)`` minus the terms, over all z.

Prices and spent amounts are in nats.
"""

from __future__ import annotations

import math

import numpy as np

from solver.bounds.free_letters import GRAIN
from solver.numeric.decorators import kernel
from solver.numeric.elementary_kernel import exp, log, power

ROW_MARGIN = 1000  # number of grains by which a row is extended at each of its ends
FAR_OUT = 600  # part of `ROW_MARGIN`: the largest change of ln z by one clue, in grains
POINTS = 8  # number of values of z that are computed together, in two vectors

# Rules by which `blend` makes a law Q of the seen clue from the shares of a word's
# patterns. A row has the power a of the shares, the norm b, and the weight of the
# uniform law. (1, 1, 0) gives the law of the clue if all answers are equally likely;
# (0, inf, 0) would give the best law for a last guess.
BLENDS = np.array(
    [
        (1.0, 1.0, 0.0),
        (0.7, 1.0, 0.0),
        (0.4, 1.0, 0.0),
        (1.0, 1.0, 0.3),
        (1.0, 2.0, 0.0),
        (0.7, 2.0, 0.0),
        (0.7, 2.0, 0.3),
        (0.7, 4.0, 0.0),
        (0.4, 4.0, 0.0),
        (0.0, 4.0, 0.0),
        (0.0, 4.0, 0.1),
        (0.3, 6.0, 0.0),
        (0.2, 8.0, 0.0),
    ]
)


@kernel
def blend(shares, rule, length, keep, lie, out):
    """Write to `out` a law Q of the seen clue y: the probability of each y.

    Q is a mixture of the uniform law and a law in proportion to
    ``(sum over c of shares[c]^a q(y|c)^b)^(1/b)``. `rule` is a, b and the weight of the
    uniform law. ``shares[c]`` is the share of the answers with the pattern c, and q is
    the channel: `keep` is the chance that a mark stays, and `lie` is the chance that a
    mark becomes a given other mark.
    """
    rise, norm, mixed = rule
    for c in range(shares.size):
        out[c] = power(shares[c], rise) if shares[c] > 0 else 0.0
    same = power(keep, norm)
    other = power(lie, norm)
    stride = 1
    for _ in range(length):
        for base in range(0, out.size, 3 * stride):
            for i in range(base, base + stride):
                rest = other * (out[i] + out[i + stride] + out[i + 2 * stride])
                for j in range(i, i + 3 * stride, stride):
                    out[j] = rest + (same - other) * out[j]
        stride *= 3
    for y in range(out.size):
        out[y] = power(out[y], 1 / norm)
    total = 0.0
    for y in range(out.size):
        total += out[y]
    for y in range(out.size):
        out[y] = (1 - mixed) * out[y] / total + mixed / out.size


@kernel
def span(spent, length):
    """Return the least and the largest ln z, in grains, after cheap guesses.

    z is the likelihood ratio of an answer (see the module's text). `spent` is the cost
    of the cheap guesses, in nats; before the cheap guesses, ln z is 0. Words have
    `length` letters.
    """
    low = -length * log((2 + exp(spent / length)) / 3)
    return math.floor(low / GRAIN), math.ceil(2 * spent / 3 / GRAIN)


@kernel
def expected_values(row, origin, law, logs, grains, out):
    """Write the part of the seen clue y in G_m(z) / z to ``out[y, lies, k]``.

    This part is ``q(y | m)`` times F / z for the ratio z after the clue. `lies` is the
    number of marks in which y and m differ, and k numbers the z before the clue:
    `grains` has `POINTS` values of ln z, in grains. `law` has Q(y), and `logs` has the
    logarithm of q for each number of lies. `row` has F / z for each grain of ln z, with
    ln z = 0 at the index `origin` + `ROW_MARGIN`. Between two grains, F / z is on the
    chord over 1 / z. The module's text explains the symbols.
    """
    end = exp(-GRAIN)
    origin += ROW_MARGIN
    top = row.size - ROW_MARGIN + FAR_OUT - origin
    chances = np.empty(logs.size)
    for lies in range(logs.size):
        chances[lies] = exp(logs[lies])
    for y in range(law.size):
        known = log(law[y])
        for lies in range(logs.size):
            gain = (logs[lies] - known) / GRAIN
            below = math.floor(gain)
            lower = (exp(-(gain - below) * GRAIN) - end) / (1 - end)
            low = chances[lies] * lower
            high = chances[lies] * (1 - lower)
            start = origin + int(min(max(below, ROW_MARGIN - FAR_OUT - origin), top))
            for k in range(POINTS):
                here = start + grains[k]
                out[y, lies, k] = low * row[here] + high * row[here + 1]


@kernel
def subtract_terms(zs, terms):
    """Return the two terms that are subtracted from a value, and a derivative.

    The value is the value of an answer (see the module's text). The terms that are
    subtracted are ``slope (z - 1)`` and ``curve z^power``. The result has three rows:
    the first term, the second term, and the derivative of the second term by z. Each
    row has an element for each z in `zs`. `terms` is slope, curve and power.
    """
    slope, curve, rise = terms
    out = np.empty((3, zs.size))
    for k in range(zs.size):
        out[0, k] = slope * (zs[k] - 1)
        if zs[k] > 0:
            out[1, k] = curve * power(zs[k], rise)
            out[2, k] = rise * out[1, k] / zs[k]
        else:
            out[1:, k] = 0.0
    return out


@kernel
def largest_worth(worth, zs, less, terms):
    """Return the largest value of an answer minus the terms, over all z.

    This is the largest ``value - slope (z - 1) - curve z^power``; `terms` is slope,
    curve and power. `worth` has the value of an answer at each z in `zs`, such as
    ``G_m(z)`` (see the module's text). Between two neighbouring z, the value is
    interpolated by a straight line. `less` is the result of `subtract_terms` for `zs`.
    """
    _, curve, bend = terms
    largest = worth[0] - less[0, 0] - less[1, 0]
    for k in range(zs.size - 1):
        if zs[k + 1] <= zs[k]:
            break
        here = worth[k] - less[0, k]
        there = worth[k + 1] - less[0, k + 1]
        largest = max(largest, there - less[1, k + 1])
        rise = (there - here) / (zs[k + 1] - zs[k])
        if less[2, k] < rise < less[2, k + 1]:
            z = power(rise / (curve * bend), 1 / (bend - 1))
            largest = max(largest, here + rise * (z - zs[k]) - curve * power(z, bend))
    return largest


@kernel
def ladder(spent, length):
    """Return `POINTS` values of ln z, in grains, from the least to the largest ln z.

    z is the likelihood ratio of an answer after cheap guesses (see the module's text).
    If fewer values are enough, the last value is repeated. `spent` is the cost of the
    cheap guesses in nats, which limits ln z (see `span`).
    """
    low, high = span(spent, length)
    stride = max(1, -(-(high - low) // (POINTS - 1)))
    return np.minimum(low + stride * np.arange(POINTS), high)


@kernel
def pattern_values(shares, distance, row, origin, price, length, rule, points, terms):
    """Return the worth of every pattern m.

    The worth is the largest ``G_m(z)`` minus the terms, over all z. The module's text
    defines patterns, ``G_m``, the terms, grains and the law Q of the seen clue.

    `blend` makes Q. The arguments of `blend` are `shares`, `rule`, and the chances of
    marks at the price `price`. `shares` has the share of the answers with each pattern.
    `rule` is a row of `BLENDS`. ``distance[m, y]`` is the number of marks in which the
    clues m and y differ. `row` has F(z) / z for each grain of ln z, with ln z = 0 at
    the index `origin` + `ROW_MARGIN`. `points` has two arrays: a grid of ln z, in
    grains, and the same grid of z. The number of elements of the grid is a multiple of
    `POINTS`. If a z is 0, its ln z may be any number. `terms` has three numbers: slope,
    curve and power.
    """
    grains, zs = points
    keep = 1 / (1 + 2 * exp(-price / length))
    lie = keep * exp(-price / length)
    logs = length * log(keep) - np.arange(length + 1) * price / length
    law = np.empty(shares.size)
    blend(shares, rule, length, keep, lie, law)
    parts = np.empty((shares.size, length + 1, POINTS))
    worth = np.zeros((shares.size, zs.size))
    for start in range(0, zs.size, POINTS):
        expected_values(row, origin, law, logs, grains[start : start + POINTS], parts)
        for c in range(shares.size):
            here = worth[c, start : start + POINTS]
            for y in range(shares.size):
                away = distance[c, y]
                # The number of terms is constant, so that numba turns this loop into
                # vector additions.
                for k in range(POINTS):
                    here[k] += parts[y, away, k]
    less = subtract_terms(zs, terms)
    out = np.empty(shares.size)
    for c in range(shares.size):
        out[c] = largest_worth(worth[c] * zs, zs, less, terms)
    return out


@kernel
def expectations(shares, worth):
    """Return, for each word, the mean worth of its patterns over all answers.

    A row of `shares` belongs to a word, and has the share of the answers with each
    pattern. `worth` has the worth of each pattern.
    """
    out = np.zeros(shares.shape[0])
    for w in range(shares.shape[0]):
        for c in range(worth.size):
            out[w] += shares[w, c] * worth[c]
    return out
