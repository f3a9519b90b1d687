"""Arrays and compiled kernels compute the same bits as plain Python."""

import numba
import numpy as np
import pytest

from game import elementary as scalar
from solver.numeric import elementary, elementary_kernel

log = numba.njit(elementary_kernel.log.py_func)
exp = numba.njit(elementary_kernel.exp.py_func)
times_log2 = numba.njit(elementary_kernel.times_log2.py_func)
write_exp = numba.njit(elementary_kernel.write_exp.py_func)

DRAWN = np.random.default_rng(7)
POWERS = np.concatenate([DRAWN.uniform(-760, 720, 2000), [0.0, -np.inf, np.inf, -0.0]])
POSITIVE = np.exp2(DRAWN.uniform(-1020, 1020, 2000))
PROBABILITIES = np.concatenate([DRAWN.random(2001), [0.0, 1.0, 1e-310]])


@pytest.mark.parametrize(
    ("array", "plain", "values"),
    [
        (elementary.exp, scalar.exp, POWERS),
        (elementary.log2, scalar.log2, np.append(POSITIVE, [0.0, 1.0])),
        (elementary.log1p, scalar.log1p, DRAWN.uniform(-0.99, 3, 2000)),
    ],
)
def test_arrays_equal_plain_python(array, plain, values):
    assert array(values).tolist() == [plain(x) for x in values.tolist()]


@pytest.mark.parametrize(
    ("kernel", "plain", "values"),
    [(exp, scalar.exp, POWERS), (log, scalar.log, POSITIVE)],
)
def test_kernels_equal_plain_python(kernel, plain, values):
    assert [kernel(x) for x in values.tolist()] == [plain(x) for x in values.tolist()]


def test_exponentials_of_a_vector_equal_plain_python():
    values = np.append(DRAWN.uniform(-700, 700, 2000), [-700.0, 0.0, 700.0])
    out = np.empty_like(values)

    write_exp(values, np.empty_like(values), out)

    assert out.tolist() == [scalar.exp(x) for x in values.tolist()]


def test_logarithms_of_a_vector_equal_plain_python():
    values = np.concatenate([POSITIVE[:1000], PROBABILITIES])
    out = np.empty_like(values)

    times_log2(values, np.empty_like(values), out)

    normal = values >= elementary_kernel.SMALLEST_NORMAL
    expected = [
        x * scalar.log2(x) if ok else 0.0 for x, ok in zip(values.tolist(), normal)
    ]
    assert out.tolist() == expected


def test_a_total_adds_from_the_first_to_the_last():
    values = np.array([1e16, 1.0, -1e16, 1.0])

    assert elementary.total(values) == 1.0
    assert elementary.total(values[:0]) == 0.0
