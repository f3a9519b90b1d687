"""Decorator of functions that only kernels call.

They are compiled sooner: Python cannot call them, and `solver.numeric.linking` leaves
their machine code to the kernels.
"""

from functools import partial
from typing import Any

import numba

inner: Any = partial(
    numba.njit, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
)
