"""Rough kernels: measures of every guess's clue in single precision.

They take half the memory of the exact kernels, and a short polynomial for the
logarithm; `solver.belief.measures` allows for `relative_error` and `LOG_ERROR`.

``m[y * ROUGH_LANES + j]`` belongs to clue y of the guess in lane j, so that one vector
instruction processes `ROUGH_LANES` guesses.
"""

from __future__ import annotations

import numpy as np
from numpy import float32, int32

from solver.belief.mixing_kernel import mix, mix_best
from solver.numeric.decorators import inner, kernel

ROUGH_LANES = 16
"""Guesses that a kernel processes together."""

ENTROPY, ROOTS, BEST, WORST = range(4)
"""What is added up over clues: ``p log2 p``, roots, the largest term; the maximum."""

LOG_ERROR = 1.6e-4
"""Largest error of the logarithm, in bits."""

# log2(1 + t) is t + t (1 - t) (C0 + C1 t + C2 t**2), for 0 <= t < 1.
_C0 = float32(0.43807325)
_C1 = float32(-0.23669342)
_C2 = float32(0.0803073)
_ONE, _MANTISSA = int32(0x3F800000), int32(0x7FFFFF)  # the bits of 1, and a mask


def relative_error(columns: int, length: int) -> float:
    """Return the largest relative error of a sum over clues, or of the maximum.

    Each operation on numbers that are not negative adds half a unit in the last place:
    one for each answer, at most 6 for each letter's step of the channel and 2 for that
    of the sum over clues, and a few for rounded arguments and roots. A whole unit is
    allowed for each.
    """
    return (columns + 8 * length + 6) * 2.0**-23


@inner
def _times_log2(x, bits, out, out_bits):
    """Write ``x log2 x`` of each number x to `out`.

    `bits` and `out_bits` are the same memory as `x` and `out`, as whole numbers.
    """
    for i in range(x.size):
        out_bits[i] = (bits[i] & _MANTISSA) | _ONE
    for i in range(x.size):
        # Bits above those of 1, as a number: the exponent, and t as its fraction.
        t = out[i] - float32(1.0)
        exponent_plus_t = float32(bits[i] - _ONE) * float32(2.0**-23)
        curvature = _C0 + t * (_C1 + t * _C2)
        out[i] = x[i] * (exponent_plus_t + t * (float32(1.0) - t) * curvature)


@inner
def _add_up(terms, largest):
    """Put the sum of each lane over clues, or the maximum, into the first lanes.

    The number of clues, a power of 3, is reduced to a third in each step.
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
    """Write to `m` the sum of the weights by true clue, or the largest of them.

    For the guesses from g on, one per lane.
    """
    m[:] = float32(0.0)
    for k in range(weights.size):
        guesses = clues[k, g : g + ROUGH_LANES]
        weight = weights[k]
        if largest:
            for j in range(ROUGH_LANES):
                i = np.uintp(guesses[j]) * ROUGH_LANES + j
                m[i] = m[i] if m[i] > weight else weight
        else:
            for j in range(ROUGH_LANES):
                m[np.uintp(guesses[j]) * ROUGH_LANES + j] += weight


@kernel(error_model="numpy")
def rough_sums(clues, weights, keep, lie, length, kind, out, start, stop):
    """Write a measure of each guess's noisy clue; `clues` has a row for each answer.

    `weights` are the weights of the answers, `keep` and `lie` the probabilities that a
    mark stays and that it becomes a given other. `kind` is what is added up.
    """
    m = np.empty(3**length * ROUGH_LANES, np.float32)
    terms = np.empty(m.size if kind == ENTROPY else 0, np.float32)
    bits = m.view(np.int32)
    term_bits = terms.view(np.int32)
    for lane in range(start, stop, ROUGH_LANES):
        g = min(lane, clues.shape[1] - ROUGH_LANES)
        _fill(m, clues, weights, g, kind == BEST)
        if kind == BEST:
            mix_best(m, length, keep, lie)
        elif lie > float32(0.0):
            mix(m, length, keep, lie)
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
