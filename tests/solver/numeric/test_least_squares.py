import numpy as np
import pytest

from solver.numeric.least_squares import products, solve


def test_equations_are_solved():
    numbers = np.random.default_rng(0)
    roots = numbers.normal(size=(3, 20, 6))
    matrices = roots.swapaxes(1, 2) @ roots
    sides = numbers.normal(size=(3, 6))

    found = solve(matrices, sides)

    assert (matrices @ found[:, :, None])[:, :, 0] == pytest.approx(sides)


def test_products_are_added_from_the_first_row_to_the_last():
    columns, others = np.array([[1e16], [1.0], [-1e16]]), np.ones((3, 1))

    assert products(columns, others).tolist() == [[0.0]]
    assert products(columns[[0, 2, 1]], others).tolist() == [[1.0]]
    assert products(columns[:0], others[:0]).tolist() == [[0.0]]
