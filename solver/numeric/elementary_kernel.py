"""Elementary functions for compiled kernels, with the same bits on every machine.

The functions use the same arithmetic as `game.elementary`, with the same series. The
compiler does not fuse a product with a sum and does not reorder operations, unless the
option ``fastmath`` of numba allows it. No kernel of this project uses this option.
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
"""Smallest number above 0 that `times_log2` does not treat as 0."""

# A float64 above 0 has its exponent plus 1023 in the bits from bit 52 on, and its
# fraction in the lower bits. So int64 operations on the bits split and join floats.
# These operations are vector instructions, but `math.frexp` is a call for each number.
_FRACTION_BITS = np.int64(52)
_SQRT_HALF_BITS = np.int64(0x3FE6A09E667F3BCD)

# Added to an exponent, which may be negative: the sum is positive, so that its bits can
# be shifted.
_BIAS = np.int64(1024)

# The bits of 2**52. In a float from 2**52 to 2**53, the last bits count whole numbers:
# the bits of ``2**52 + k`` are the bits of 2**52 plus k. So k is converted between
# int64 and float64 without a conversion instruction.
_TWO_52_BITS = np.int64(0x4330000000000000)
_TWO_52_AND_BIAS = 4503599627370496.0 + 1024.0


@inner(error_model="numpy")
def times_log2(x, parts, out):
    """Write ``x * log2(x)`` to `out` for each number x >= 0.

    A number below `SMALLEST_NORMAL` counts as 0, and its result is 0. All three arrays
    are float64 of shape (n,); `parts` is working memory.

    A number x is written as ``m * 2**k`` with m between sqrt(1/2) and sqrt(2), because
    the series needs such an m. For example, 3.0 is ``0.75 * 2**2``, so its logarithm is
    2 + log2 0.75.
    """
    x_bits = x.view(np.int64)
    part_bits = parts.view(np.int64)
    out_bits = out.view(np.int64)

    # Write m to `parts`, and 2**52 + k to `out`. In this loop, k includes the bias.
    for i in range(x.size):
        k = (x_bits[i] - _SQRT_HALF_BITS + (_BIAS << _FRACTION_BITS)) >> _FRACTION_BITS
        part_bits[i] = x_bits[i] - ((k - _BIAS) << _FRACTION_BITS)
        out_bits[i] = k | _TWO_52_BITS

    # log2 x is k + log2 m.
    for i in range(x.size):
        exponent = out[i] - _TWO_52_AND_BIAS
        product = x[i] * (exponent + _log1p_series(parts[i] - 1.0) * LOG2_E)
        out[i] = product if x[i] >= SMALLEST_NORMAL else 0.0


@inner(error_model="numpy")
def write_exp(x, powers, out):
    """Write `exp` of each number x to `out`, where x is between -700 and 700.

    All three arrays are float64 of shape (n,); `powers` is working memory.
    """
    power_bits = powers.view(np.int64)

    # Write x as k ln 2 + rest, with a whole number k: exp x is 2**k times exp of the
    # rest. k ln 2 is subtracted in two parts; the first part causes no rounding.
    for i in range(x.size):
        k = np.floor(x[i] * LOG2_E + 0.5)
        rest = (x[i] - k * LN_2_HIGH) - k * LN_2_LOW
        out[i] = 1.0 + _expm1_series(rest)
        powers[i] = k + (_TWO_52_AND_BIAS - 1.0)

    # The last bits of each number in `powers` are k + 1023. Shift them to the bits of
    # the exponent: the result is the float 2**k.
    for i in range(x.size):
        power_bits[i] <<= _FRACTION_BITS
    for i in range(x.size):
        out[i] *= powers[i]


@inner(error_model="numpy")
def exp(x):
    """Return e to the power of x."""
    if x < SMALLEST_EXPONENT:
        return 0.0
    if x > LARGEST_EXPONENT:
        return np.inf

    # k ln 2 is subtracted in two parts; the first part causes no rounding.
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
    """Return x to the power of `exponent`, where x >= 0 and the exponent is above 0."""
    return exp(exponent * log(x)) if x > 0 else 0.0
