"""Elementary functions for compiled kernels, with the same bits on every machine.

The same arithmetic as `game.elementary`, whose series are compiled here. LLVM fuses no
product with a sum and reorders nothing unless it is allowed to (``fastmath``), which no
kernel here does.
"""

from __future__ import annotations

import math

import numpy as np

from game.elementary import (
    LARGEST_EXPONENT,
    LN_2_HIGH,
    LN_2_LOW,
    LOG2_E,
    SMALLEST_EXPONENT,
    SQRT_HALF,
    expm1_series,
    log1p_series,
)
from solver.numeric.decorators import inner

_expm1_series = inner(error_model="numpy")(expm1_series)
_log1p_series = inner(error_model="numpy")(log1p_series)

SMALLEST_NORMAL = 2.2250738585072014e-308
"""Smallest number that `times_log2` treats as positive."""

# The bits of sqrt(1/2), of 2**52, and how many exponents lie below 0, with 1024 added
# to keep them positive: with these, whole numbers take a float apart in vector
# instructions, where `math.frexp` is a call per number.
_SQRT_HALF = np.int64(0x3FE6A09E667F3BCD)
_BIAS = np.int64(1024)
_EXPONENT = np.int64(52)
_WHOLE = np.int64(0x4330000000000000)
_WHOLE_VALUE = 4503599627370496.0 + 1024.0


@inner(error_model="numpy")
def times_log2(x, parts, out):
    """Write ``x * log2(x)`` to `out` for each number, all from 0 up.

    Those below `SMALLEST_NORMAL` count as 0, and give 0. `parts` is working memory.
    """
    x_bits = x.view(np.int64)
    part_bits = parts.view(np.int64)
    out_bits = out.view(np.int64)
    for i in range(x.size):
        # x is m * 2**k with m from sqrt(1/2) to sqrt(2), as the series needs. In the
        # last bits of 2**52, k becomes a float by a subtraction.
        k = (x_bits[i] - _SQRT_HALF + (_BIAS << _EXPONENT)) >> _EXPONENT
        part_bits[i] = x_bits[i] - ((k - _BIAS) << _EXPONENT)
        out_bits[i] = k | _WHOLE
    for i in range(x.size):
        exponent = out[i] - _WHOLE_VALUE
        product = x[i] * (exponent + _log1p_series(parts[i] - 1.0) * LOG2_E)
        out[i] = product if x[i] >= SMALLEST_NORMAL else 0.0


@inner(error_model="numpy")
def write_exp(x, powers, out):
    """Write `exp` of each number, all from -700 to 700; `powers` is working memory."""
    power_bits = powers.view(np.int64)
    for i in range(x.size):
        k = np.floor(x[i] * LOG2_E + 0.5)
        rest = (x[i] - k * LN_2_HIGH) - k * LN_2_LOW
        out[i] = 1.0 + _expm1_series(rest)
        powers[i] = k + (_WHOLE_VALUE - 1.0)
    for i in range(x.size):
        # The last bits of the sum are k + 1023, which is the exponent of 2**k.
        power_bits[i] <<= _EXPONENT
    for i in range(x.size):
        out[i] *= powers[i]


@inner(error_model="numpy")
def exp(x):
    """Return e to a power."""
    if x < SMALLEST_EXPONENT:
        return 0.0
    if x > LARGEST_EXPONENT:
        return np.inf

    # k ln 2 is subtracted in two parts, the first without rounding.
    k = math.floor(x * LOG2_E + 0.5)
    rest = (x - k * LN_2_HIGH) - k * LN_2_LOW
    return math.ldexp(1.0 + _expm1_series(rest), k)


@inner(error_model="numpy")
def log(x):
    """Return the natural logarithm of a number above 0."""
    mantissa, k = math.frexp(x)
    if mantissa < SQRT_HALF:
        mantissa = 2 * mantissa
        k = k - 1
    return k * LN_2_HIGH + (_log1p_series(mantissa - 1.0) + k * LN_2_LOW)


@inner(error_model="numpy")
def power(x, exponent):
    """Return a number from 0 up to a power above 0."""
    return exp(exponent * log(x)) if x > 0 else 0.0
