"""Simulated contests: a short form of ``benchmarks/simulated_contests.py``."""

import runpy
from pathlib import Path

import numpy as np
import pytest

COVERAGE = Path(__file__).resolve().parents[3] / "benchmarks" / "simulated_contests.py"
COLUMNS = ["p05", "p50", "p95"]


@pytest.fixture(scope="module")
def simulation():
    return runpy.run_path(str(COVERAGE))


@pytest.mark.slow
@pytest.mark.parametrize("column", COLUMNS)
def test_a_contest_of_a_hundred_submissions_has_no_false_record(simulation, column):
    contests = [simulation["false_record"](seed, column) for seed in range(200)]

    with_budget, without = np.mean(contests, axis=0)
    assert with_budget <= 0.05
    assert without > 0.1  # what the error budget is for


@pytest.mark.slow
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("missed", ["mean_missed", "budget_missed"])
def test_intervals_hold_at_every_look(simulation, missed, column):
    runs = [simulation[missed](seed, column) for seed in range(200)]

    sequences, fixed = np.mean(runs, axis=0)
    assert sequences <= 0.08  # 5 % and two standard errors
    assert fixed > sequences


@pytest.mark.slow
def test_groups_are_right(simulation):
    wrong = [simulation["wrong_group"](seed) for seed in range(200)]

    assert np.mean(wrong) <= 0.08
