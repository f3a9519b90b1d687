import numpy as np
import pytest

from contest.statistics.adjusted.bets import BETS, Hypothesis
from contest.statistics.adjusted.evidence import Evidence
from contest.statistics.error_budget import (
    ERROR,
    error_before,
    errors_of,
    next_number,
    share_of_error,
)
from contest.statistics.evalues import Verdict


def test_the_shares_of_any_number_of_submissions_stay_within_the_budget():
    shares = [share_of_error(number) for number in range(1, 10_001)]

    assert sum(shares) == pytest.approx(ERROR * (1 - 1 / 10_001))
    assert shares == sorted(shares, reverse=True)


def test_a_smaller_error_asks_for_more_evidence():
    def evidence(value, error):
        yields = np.full(1000, value)
        nulls = Hypothesis(0.05), Hypothesis(0.95, -1.0)
        factors = [
            null.log_factors(yields, np.zeros((1 + BETS, 1000))) for null in nulls
        ]
        found = Evidence(error)
        found.add_factors(np.moveaxis(factors, 2, 0))
        return found

    games = [evidence(0.06, error).games for error in (0.05, 0.0025, 1e-5)]

    assert games == sorted(games)
    assert games[0] < games[1] < games[2]
    assert evidence(1.0, 0.0).verdict is Verdict.OPEN


def test_the_next_number_of_a_column_follows_its_largest():
    assert next_number([], "p50") == 1
    assert next_number([{"p50": 7}, {"p05": 9}, {"p50": 2}], "p50") == 8
    assert error_before(8) == pytest.approx(sum(map(share_of_error, range(1, 8))))
    assert errors_of({"p95": 1}) == {"p95": ERROR / 2}
