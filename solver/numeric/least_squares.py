"""Least squares with the same bits on every machine.

Libraries of linear algebra add in an order that depends on the processor.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def products(columns: Floats, others: Floats) -> Floats:
    """Return ``columns.T @ others``, each sum from the first row to the last."""
    out = np.zeros((columns.shape[1], others.shape[1]))
    for k, column in enumerate(columns.T if len(columns) else ()):
        out[k] = np.add.accumulate(column[:, None] * others, axis=0)[-1]
    return out


def solve(matrices: Floats, sides: Floats) -> Floats:
    """Solve systems of linear equations with positive definite matrices.

    `matrices` have shape (n, k, k), `sides` and the result (n, k).
    """
    left, right = matrices.copy(), sides.copy()
    count = right.shape[1]
    for k in range(count):
        factor = left[:, k + 1 :, k] / left[:, k, k, None]
        left[:, k + 1 :] -= factor[:, :, None] * left[:, k, None]
        right[:, k + 1 :] -= factor * right[:, k, None]
    for k in range(count - 1, -1, -1):
        right[:, k] /= left[:, k, k]
        right[:, :k] -= left[:, :k, k] * right[:, k, None]
    return right
