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

# The bits of a float64 above 0 are its exponent plus 1023, from bit 52 on, and below
# them its fraction. So int64 operations on the bits take floats apart and put them
# together, in vector instructions, where `math.frexp` is a call per number.
_FRACTION_BITS = np.int64(52)
_SQRT_HALF_BITS = np.int64(0x3FE6A09E667F3BCD)

# Added to an exponent, which may be negative, so that its bits can be shifted.
_BIAS = np.int64(1024)

# The bits of 2**52. The last bits of a float from 2**52 to 2**53 count whole numbers:
# ``2**52 + k`` has the bits of 2**52, with k added. So k changes between int64 and
# float64 without an instruction of its own.
_TWO_52_BITS = np.int64(0x4330000000000000)
_TWO_52_AND_BIAS = 4503599627370496.0 + 1024.0


@inner(error_model="numpy")
def times_log2(x, parts, out):
    """Write ``x * log2(x)`` to `out` for each number, all from 0 up.

    Those below `SMALLEST_NORMAL` count as 0, and give 0. All three arrays have the
    shape (n,), float64; `parts` is working memory.

    A number x is ``m * 2**k`` with m from sqrt(1/2) to sqrt(2), as the series needs.
    So 3.0 is ``0.75 * 2**2``, and its logarithm is 2 + log2 0.75.
    """
    x_bits = x.view(np.int64)
    part_bits = parts.view(np.int64)
    out_bits = out.view(np.int64)

    # Write m to `parts`, and 2**52 + k to `out`; here k has the bias.
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
    """Write `exp` of each number, all from -700 to 700, to `out`.

    All three arrays have the shape (n,), float64; `powers` is working memory.
    """
    power_bits = powers.view(np.int64)

    # x is k ln 2 + rest with a whole number k: exp x is 2**k times exp of the rest. Of
    # k ln 2, the first part is subtracted without rounding.
    for i in range(x.size):
        k = np.floor(x[i] * LOG2_E + 0.5)
        rest = (x[i] - k * LN_2_HIGH) - k * LN_2_LOW
        out[i] = 1.0 + _expm1_series(rest)
        powers[i] = k + (_TWO_52_AND_BIAS - 1.0)

    # The last bits are k + 1023; at the place of the exponent they are 2**k.
    for i in range(x.size):
        power_bits[i] <<= _FRACTION_BITS
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
