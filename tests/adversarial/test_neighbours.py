"""A short form of `tests.adversarial.neighbours`."""

import sys

import pytest

from tests.adversarial.neighbours import measured


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_a_strategy_that_uses_up_its_limits_changes_no_row_of_its_neighbour():
    measurements = measured(2)

    assert [*measurements] == ["alone", "page cache", "threads"]
    assert not any(rows_differ for _, rows_differ in measurements.values())
