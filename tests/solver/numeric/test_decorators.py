"""Kernels: compiled when they are called, and the same one in another process."""

import pickle

import numpy as np

from solver.matrix.clue_kernel import classic_rows
from solver.numeric.decorators import inner, kernel


@inner
def doubled(x):
    """Return twice a number."""
    return 2 * x


@kernel(cache=False)
def total_of_doubles(numbers):
    """Return the sum of the numbers, each doubled."""
    total = 0.0
    for number in numbers:
        total += doubled(number)
    return total


def test_a_kernel_calls_another_one_and_keeps_name_and_description():
    assert total_of_doubles(np.arange(4.0)) == 12.0
    assert total_of_doubles.__name__ == "total_of_doubles"
    assert total_of_doubles.__doc__ == "Return the sum of the numbers, each doubled."


def test_a_copy_by_pickle_is_the_kernel():
    assert pickle.loads(pickle.dumps(classic_rows)) is classic_rows
