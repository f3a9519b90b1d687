"""Types of arrays, named by the kind of number that an array holds."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

Integers: TypeAlias = NDArray[np.int64]

Numbers: TypeAlias = NDArray[np.int32]
"""Indices of words, and counts, in the tables of kernels."""

Indices: TypeAlias = NDArray[np.intp]

Bytes: TypeAlias = NDArray[np.uint8]

Bits: TypeAlias = NDArray[np.uint64]
"""Sets, each stored as the bits of a whole number; or keys of hash tables."""

Mask: TypeAlias = NDArray[np.bool_]

Matrix: TypeAlias = NDArray[np.unsignedinteger]
"""A clue matrix or a part of it, with the smallest type that can hold the clues."""
