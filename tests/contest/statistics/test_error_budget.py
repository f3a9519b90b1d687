import numpy as np
import pytest

from contest.statistics.adjusted.bets import Hypothesis, e_values
from contest.statistics.error_budget import (
    ERROR,
    error_before,
    errors_of,
    next_number,
    share_of_error,
)


def test_the_shares_of_any_number_of_submissions_stay_within_the_budget():
    shares = [share_of_error(number) for number in range(1, 10_001)]

    assert sum(shares) == pytest.approx(ERROR * (1 - 1 / 10_001))
    assert shares == sorted(shares, reverse=True)


def test_a_smaller_error_asks_for_more_evidence():
    factors = Hypothesis(0.05).log_factors(np.full(1000, 0.06))
    wealth = e_values(np.cumsum(factors, axis=0))

    games = [int((wealth * e >= 1).argmax()) for e in (0.05, 0.0025, 1e-5)]

    assert 0 < games[0] < games[1] < games[2]
    assert not (wealth * 0.0 >= 1).any()


def test_the_next_number_of_a_column_follows_its_largest():
    assert next_number([], "p50") == 1
    assert next_number([{"p50": 7}, {"p05": 9}, {"p50": 2}], "p50") == 8
    assert error_before(8) == pytest.approx(sum(map(share_of_error, range(1, 8))))
    assert errors_of({"p95": 1}) == {"p95": ERROR / 2}
