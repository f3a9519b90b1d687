"""A short form of `tests.adversarial.neighbours`."""

import sys

import pytest

from tests.adversarial.neighbours import measured


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_a_strategy_that_uses_up_its_limits_costs_its_neighbour_nothing():
    measurements = measured(2)

    assert [*measurements] == ["alone", "page cache", "threads"]
    for seconds, rows_differ in measurements.values():
        assert not rows_differ
        # The factor is for the noise of a busy machine.
        assert min(seconds) < 3 * min(measurements["alone"][0])
