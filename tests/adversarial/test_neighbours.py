"""A short form of `tests.adversarial.neighbours`."""

import sys

import pytest

from tests.adversarial.neighbours import measured


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_a_strategy_that_uses_up_its_limits_costs_its_neighbour_nothing():
    found = measured(2)

    assert [*found] == ["alone", "page cache", "threads"]
    for seconds, rows_differ in found.values():
        assert not rows_differ
        assert min(seconds) < 3 * min(found["alone"][0])  # noise of a busy machine
