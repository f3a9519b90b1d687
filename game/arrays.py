"""Types of arrays, named by the kind of number that an array holds."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

Integers: TypeAlias = NDArray[np.int64]

Numbers: TypeAlias = NDArray[np.int32]
"""Arrays of int32: indices of words, or counts, for functions that numba compiles."""

Indices: TypeAlias = NDArray[np.intp]

Bytes: TypeAlias = NDArray[np.uint8]

Bits: TypeAlias = NDArray[np.uint64]
"""Arrays of uint64: sets, with one bit for each possible member; or hash keys."""

Mask: TypeAlias = NDArray[np.bool_]

Matrix: TypeAlias = NDArray[np.unsignedinteger]
"""A clue matrix, or a part of a clue matrix.

The clue matrix has a row for each guess and a column for each answer; an element is the
clue of the guess if the answer is the secret. The type of the elements is the smallest
unsigned type that can hold the clues.
"""
