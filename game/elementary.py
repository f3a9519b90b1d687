"""Elementary functions whose results have the same bits on every machine.

The C library, NumPy and vector libraries compute exponentials and logarithms by
different approximations, and some of these libraries choose an approximation that suits
the processor. So the results of the libraries differ in the last bit. The functions of
this module use only operations that IEEE 754 rounds correctly (+, -, *, / and scaling
by a power of two), in a fixed order. So they return the same bits on every processor
and with every version of every library. The error of a result is below 2 units in the
last place; the error of `expm1` and `log1p` is below 4 units.

`expm1_series` and `log1p_series` are plain arithmetic. Both functions work for Python
floats, for NumPy arrays and in compiled kernels. `solver.numeric` has the other
functions for arrays and for kernels.
"""

from __future__ import annotations

import math
from typing import Any

LOG2_E = 1.4426950408889634
LN_2 = 0.6931471805599453
# ln 2 is the sum of two parts. The product of the first part with a whole number below
# 2**20 is exact.
LN_2_HIGH = float.fromhex("0x1.62e42fee00000p-1")
LN_2_LOW = float.fromhex("0x1.a39ef35793c76p-33")

SQRT_HALF = 0.7071067811865476

SMALLEST_EXPONENT = -745.2
"""`exp` returns 0 for arguments below this number."""
LARGEST_EXPONENT = 709.78
"""`exp` returns infinity for arguments above this number."""


def expm1_series(x: Any) -> Any:
    """Return ``e**x - 1`` by its Taylor series, for ``|x| <= ln(2) / 2``."""
    # Horner's scheme, from 1 / 14! on. The order of the operations is fixed, so the
    # result has the same bits on every machine.
    total = 1 / 87178291200 * x + 1 / 6227020800
    total = total * x + 1 / 479001600
    total = total * x + 1 / 39916800
    total = total * x + 1 / 3628800
    total = total * x + 1 / 362880
    total = total * x + 1 / 40320
    total = total * x + 1 / 5040
    total = total * x + 1 / 720
    total = total * x + 1 / 120
    total = total * x + 1 / 24
    total = total * x + 1 / 6
    total = total * x + 1 / 2
    return total * x * x + x


def log1p_series(x: Any) -> Any:
    """Return ``ln(1 + x)`` for ``sqrt(1/2) - 1 <= x <= sqrt(2) - 1``.

    The result is the sum of the series ``2 s (1 + s**2 / 3 + s**4 / 5 + ...)`` with
    ``s = x / (2 + x)``.
    """
    s = x / (2 + x)
    square = s * s
    total = 1 / 23 * square + 1 / 21
    total = total * square + 1 / 19
    total = total * square + 1 / 17
    total = total * square + 1 / 15
    total = total * square + 1 / 13
    total = total * square + 1 / 11
    total = total * square + 1 / 9
    total = total * square + 1 / 7
    total = total * square + 1 / 5
    total = total * square + 1 / 3
    half = x * x * 0.5

    # The first term, 2 s, is x - s x, and this subtraction would lose digits. The form
    # with ``x**2 / 2`` keeps these digits.
    return x - (half - s * (half + 2 * square * total))


def exp(x: float) -> float:
    """Return e to the power of x."""
    if x < SMALLEST_EXPONENT:
        return 0.0
    if x > LARGEST_EXPONENT:
        return math.inf

    # e**x is 2**k times e**rest, where `rest` is between -ln(2) / 2 and ln(2) / 2.
    k = math.floor(x * LOG2_E + 0.5)
    rest = (x - k * LN_2_HIGH) - k * LN_2_LOW
    return math.ldexp(1.0 + expm1_series(rest), k)


def expm1(x: float) -> float:
    """Return ``e**x - 1``, with full precision also for x near 0."""
    return float(expm1_series(x)) if abs(x) <= LN_2 / 2 else exp(x) - 1.0


def log(x: float) -> float:
    """Return the natural logarithm of a number x >= 0; ``-inf`` if x is 0."""
    if x == 0 or x == math.inf:
        return x if x else -math.inf
    mantissa, k = _split(x)
    return k * LN_2_HIGH + float(log1p_series(mantissa - 1.0) + k * LN_2_LOW)


def log1p(x: float) -> float:
    """Return ``ln(1 + x)``, with full precision also for x near 0."""
    return float(log1p_series(x)) if -0.29 < x < 0.41 else log(1.0 + x)


def log2(x: float) -> float:
    """Return the binary logarithm of a number x >= 0; ``-inf`` if x is 0."""
    if x == 0 or x == math.inf:
        return x if x else -math.inf
    mantissa, k = _split(x)
    return k + float(log1p_series(mantissa - 1.0) * LOG2_E)


def _split(x: float) -> tuple[float, int]:
    """Return m and k with ``x = m * 2**k`` and ``sqrt(1/2) <= m < sqrt(2)``."""
    mantissa, k = math.frexp(x)
    return (mantissa, k) if mantissa >= SQRT_HALF else (2 * mantissa, k - 1)
