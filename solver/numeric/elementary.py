"""Elementary functions of arrays, with the same bits on every machine.

The functions use the same arithmetic as `game.elementary`, element by element. NumPy's
own exponentials and logarithms depend on the processor's vector unit, and its `sum` may
add in any order.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.arrays import Floats
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


def exp(x: Floats) -> Floats:
    """Return e to the power of each element; the result for ``-inf`` is 0."""
    inside = np.clip(x, SMALLEST_EXPONENT, LARGEST_EXPONENT)
    k = np.floor(inside * LOG2_E + 0.5)
    rest = (inside - k * LN_2_HIGH) - k * LN_2_LOW
    powers = np.ldexp(1.0 + expm1_series(rest), k.astype(np.intc))
    ends = np.where(x < SMALLEST_EXPONENT, 0.0, np.inf)
    return np.where(inside == x, powers, ends)


def log2(x: Floats) -> Floats:
    """Return the binary logarithm of each element x >= 0; ``-inf`` if x is 0."""
    mantissa, k = _split(x)
    return np.where(x == 0, -np.inf, k + log1p_series(mantissa - 1.0) * LOG2_E)


def log1p(x: Floats) -> Floats:
    """Return ``ln(1 + x)`` for elements above -1.

    Near 0, the result is exact to the last digits.
    """
    # The sum 1 + x loses the last digits of a small x. So if x is small, the series is
    # applied to x itself.
    near = (x > -0.29) & (x < 0.41)
    mantissa, k = _split(1.0 + x)
    series = log1p_series(np.where(near, x, mantissa - 1.0))
    k = np.where(near, 0, k)
    return k * LN_2_HIGH + (series + k * LN_2_LOW)


def total(x: Floats) -> float:
    """Return the sum of an array, added from the first element to the last."""
    return float(np.add.accumulate(x)[-1]) if len(x) else 0.0


def _split(x: Floats) -> tuple[Floats, NDArray[np.intc]]:
    """Return m and k with ``x = m * 2**k`` and ``sqrt(1/2) <= m < sqrt(2)``."""
    mantissa, k = np.frexp(x)
    small = mantissa < SQRT_HALF
    return np.where(small, 2 * mantissa, mantissa), k - small
