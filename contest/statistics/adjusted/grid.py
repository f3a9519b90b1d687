"""Grid of budgets: leads and prizes have budgets that are multiples of 0.05 nats."""

from __future__ import annotations

import math

_PER_NAT = 20
# Tolerance, as a multiple of `STEP`: rounding may change the last digit of a budget.
_ROUNDING = 1e-6

STEP = 1 / _PER_NAT
"""Distance between neighbouring budgets of the grid, in nats."""


def round_up(budget: float) -> float:
    """Return the smallest multiple of `STEP` that is not below `budget`.

    Examples
    --------
    >>> round_up(36.36), round_up(9.3 + 5.3)
    (36.4, 14.6)
    """
    return math.ceil(budget * _PER_NAT - _ROUNDING) / _PER_NAT


def round_down(budget: float) -> float:
    """Return the largest multiple of `STEP` that is not above `budget`.

    Examples
    --------
    >>> round_down(13.7275), round_down(36.9 - STEP)
    (13.7, 36.85)
    """
    return math.floor(budget * _PER_NAT + _ROUNDING) / _PER_NAT
