import math
import random
from decimal import Decimal, localcontext

import pytest

from game import elementary

RANDOM = random.Random(1)
# The whole range, and the neighbourhoods where a plain formula loses digits: 0 for
# `expm1` and `log1p`, 1 for the logarithms.
POWERS = [RANDOM.uniform(-700, 700) for _ in range(500)]
SMALL = [RANDOM.uniform(-1, 1) for _ in range(500)]
TINY = [RANDOM.uniform(-1, 1) * 2.0 ** -RANDOM.randrange(60) for _ in range(200)]
POSITIVE = [2.0 ** RANDOM.uniform(-1000, 1000) for _ in range(500)]
NEAR_ONE = [RANDOM.uniform(0.5, 2) for _ in range(500)]


def worst_error(function, exact, values):
    """Return the largest error in units of the last place of the exact value."""
    with localcontext() as context:
        # A float has 17 digits.
        context.prec = 60
        errors = []
        for value in values:
            right = exact(Decimal(value))
            errors.append(
                abs(Decimal(function(value)) - right) / Decimal(math.ulp(float(right)))
            )
        return max(errors)


@pytest.mark.parametrize(
    ("function", "exact", "values", "most"),
    [
        (elementary.exp, Decimal.exp, POWERS + SMALL, 2),
        (elementary.expm1, lambda x: x.exp() - 1, SMALL + TINY, 4),
        (elementary.log, Decimal.ln, POSITIVE + NEAR_ONE, 2),
        (elementary.log1p, lambda x: (1 + x).ln(), [x / 1.1 for x in SMALL + TINY], 4),
        (elementary.log2, lambda x: x.ln() / Decimal(2).ln(), POSITIVE + NEAR_ONE, 2),
    ],
    ids=["exp", "expm1", "log", "log1p", "log2"],
)
def test_errors_are_a_few_units_in_the_last_place(function, exact, values, most):
    assert worst_error(function, exact, values) < most


def test_ends_of_the_range():
    # The smallest positive number is about exp(-745.1), the largest about exp(709.8).
    assert elementary.exp(-math.inf) == 0.0
    assert elementary.exp(-745.3) == 0.0
    assert elementary.exp(math.inf) == math.inf
    assert elementary.exp(710.0) == math.inf
    assert elementary.log(0.0) == elementary.log2(0.0) == -math.inf
    assert elementary.log(math.inf) == elementary.log2(math.inf) == math.inf


def test_powers_of_two_have_whole_logarithms():
    assert all(elementary.log2(2.0**k) == k for k in range(-1000, 1001))
