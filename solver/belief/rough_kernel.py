"""Rough kernels: for every guess, measures of its clue in single precision.

The rough kernels use half the memory of the exact kernels, and compute logarithms with
a short polynomial. Their errors are at most `relative_error` and `LOG_ERROR`.
`solver.belief.measures` allows for these errors.

`ROUGH_LANES` guesses are processed together, and the position of a guess among them is
its lane. The array m of float32, of size ``3**length * ROUGH_LANES``, has one number
for each clue of each of these guesses: ``m[y * ROUGH_LANES + j]`` belongs to clue y of
the guess in lane j. So the numbers of one clue in all lanes are one piece of memory,
and vector instructions read them at once. As an example, take two lanes, the guesses a
and b, and words of one letter with the clues absent, present and correct. Then m is

    [a absent, b absent, a present, b present, a correct, b correct].
"""

from __future__ import annotations

import numpy as np
from numpy import float32, int32

from solver.belief.mixing_kernel import mix, mix_best
from solver.numeric.decorators import inner, kernel

ROUGH_LANES = 16
"""Number of guesses that a kernel processes together."""

ENTROPY, ROOTS, BEST, WORST = range(4)
"""Kinds of measures of a guess.

For each seen clue y, let p be the sum over the answers of ``weight * P(y | answer)``.
`ENTROPY` is the sum over y of ``p log2 p``. `ROOTS` is the sum over y of the square
root of p. `BEST` is the sum over y of the largest ``weight * P(y | answer)``. `WORST`
is the largest p of all y.
"""

LOG_ERROR = 1.6e-4
"""Largest error, in bits, of the binary logarithm that the rough kernels compute."""

# log2(1 + t) is about t + t (1 - t) (C0 + C1 t + C2 t**2), for 0 <= t < 1.
_C0 = float32(0.43807325)
_C1 = float32(-0.23669342)
_C2 = float32(0.0803073)

# A float32 above 0 has its exponent plus 127 in the upper bits, and its fraction in the
# lower 23 bits. `_ONE_BITS` has the bits of 1.0, and `_FRACTION_MASK` selects the bits
# of the fraction.
_ONE_BITS = int32(0x3F800000)
_FRACTION_MASK = int32(0x7FFFFF)


def relative_error(answers: int, length: int) -> float:
    """Return a bound of the relative error of a sum, or of a maximum, over clues.

    `answers` is the number of answers, and `length` is the number of letters in a word.
    Each operation on numbers that are not negative adds an error of at most half a unit
    in the last place. There is one operation for each answer. For each letter there are
    at most 6 operations in the step of the channel and 2 in the sum over clues. A few
    more operations round the arguments and the roots. A whole unit, ``2**-23``, is
    allowed for each operation.
    """
    return (answers + 8 * length + 6) * 2.0**-23


@inner
def _times_log2(x, bits, out, out_bits):
    """Write ``x log2 x`` of each number x >= 0 to `out`; the result for 0 is 0.

    `bits` and `out_bits` are the memory of `x` and `out`, read as int32.

    Let x be ``2**e (1 + t)`` with 0 <= t < 1. Then ``log2 x = e + log2(1 + t)``, and
    this is e + t plus a small correction. For 6.0, e is 2 and t is 0.5: the bits of 6.0
    minus the bits of 1.0 are ``2.5 * 2**23``, and the correction is 0.085.
    """
    # First compute 1 + t: the number with the fraction of x and the exponent 0. The
    # next loop reads the same memory as floats, so the two loops are not joined.
    for i in range(x.size):
        out_bits[i] = (bits[i] & _FRACTION_MASK) | _ONE_BITS
    for i in range(x.size):
        t = out[i] - float32(1.0)
        exponent_plus_t = float32(bits[i] - _ONE_BITS) * float32(2.0**-23)
        curvature = _C0 + t * (_C1 + t * _C2)
        out[i] = x[i] * (exponent_plus_t + t * (float32(1.0) - t) * curvature)


@inner
def _add_up(terms, largest):
    """Write the sum of the terms of guess j over all clues to ``terms[j]``.

    If `largest` is true, the largest term is written in place of the sum.

    Before the call, ``terms[clue * ROUGH_LANES + j]`` is the term of a clue and guess
    j. The number of clues is a power of 3. Each step adds the last two thirds of the
    clues to the first third, until each guess has one number.
    """
    third = terms.size // 3
    while third >= ROUGH_LANES:
        if largest:
            for i in range(third):
                a = terms[i]
                b = terms[i + third]
                c = terms[i + 2 * third]
                a = a if a > b else b
                terms[i] = a if a > c else c
        else:
            for i in range(third):
                terms[i] = terms[i] + terms[i + third] + terms[i + 2 * third]
        third //= 3


@inner
def _fill(m, clues, weights, g, largest):
    """Write to `m`, for each true clue, the sum of the weights of its answers.

    If `largest` is true, the largest weight is written in place of the sum.

    ``m[clue * ROUGH_LANES + j]`` belongs to the guess g + j. ``clues[k, g + j]`` is the
    true clue of this guess if answer k is the secret.
    """
    m[:] = float32(0.0)
    for k in range(weights.size):
        of_lanes = clues[k, g : g + ROUGH_LANES]
        weight = weights[k]
        if largest:
            for j in range(ROUGH_LANES):
                i = np.uintp(of_lanes[j]) * ROUGH_LANES + j
                m[i] = m[i] if m[i] > weight else weight
        else:
            for j in range(ROUGH_LANES):
                m[np.uintp(of_lanes[j]) * ROUGH_LANES + j] += weight


@kernel(error_model="numpy")
def rough_sums(clues, weights, keep, lie, length, kind, out, start, stop):
    """Write to `out`, for each guess, a measure of its noisy clue.

    Parameters
    ----------
    clues : ndarray of shape (n_answers, n_guesses), unsigned
        The true clue of each guess if the answer is the secret. There are at least
        `ROUGH_LANES` guesses.
    weights : ndarray of shape (n_answers,), float32
        Weights of the answers, not negative.
    keep, lie : float32
        The probability that a mark stays, and the probability that it becomes a given
        other mark.
    length : int
        Letters in a word.
    kind : int
        The measure: `ENTROPY`, `ROOTS`, `BEST` or `WORST`.
    out : ndarray of shape (n_guesses,), float32
        The measure of each guess is written to this array.
    start, stop : int
        This thread measures the guesses from `start` up to but not including `stop`.
    """
    m = np.empty(3**length * ROUGH_LANES, np.float32)
    terms = np.empty(m.size if kind == ENTROPY else 0, np.float32)
    bits = m.view(np.int32)
    term_bits = terms.view(np.int32)
    for first in range(start, stop, ROUGH_LANES):
        # All lanes must be filled. So the last group may repeat guesses that were
        # measured before. The results are the same.
        g = min(first, clues.shape[1] - ROUGH_LANES)

        # First m has, for each true clue, the sum of the weights or the largest weight.
        # Let a term be a weight times the likelihood of a seen clue. The channel then
        # replaces the numbers in m by the sum of the terms of each seen clue, or by the
        # largest of these terms.
        _fill(m, clues, weights, g, kind == BEST)
        if kind == BEST:
            mix_best(m, length, keep, lie)
        elif lie > float32(0.0):
            mix(m, length, keep, lie)

        # Reduce the numbers of all clues to one number for each lane.
        if kind == ROOTS:
            for i in range(m.size):
                m[i] = np.sqrt(m[i])
        if kind == ENTROPY:
            _times_log2(m, bits, terms, term_bits)
            _add_up(terms, False)
            for j in range(ROUGH_LANES):
                out[g + j] = terms[j]
        else:
            _add_up(m, kind == WORST)
            for j in range(ROUGH_LANES):
                out[g + j] = m[j]
