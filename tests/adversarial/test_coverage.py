import numpy as np
import pytest

from tests.adversarial.simulated_contests import false_record, wrong_group

COLUMNS = ["p05", "p50", "p95"]


@pytest.mark.slow
@pytest.mark.parametrize("column", COLUMNS)
def test_a_contest_of_a_hundred_submissions_has_no_false_record(column):
    contests = [false_record(seed, column) for seed in range(200)]

    with_budget, without = np.mean(contests, axis=0)
    assert with_budget <= 0.05
    assert without > 0.1  # what the error budget is for


@pytest.mark.slow
def test_groups_are_right():
    wrong = [wrong_group(seed) for seed in range(200)]

    assert np.mean(wrong) <= 0.08
