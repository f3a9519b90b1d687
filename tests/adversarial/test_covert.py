"""The measurement of covert channels, `tests.adversarial.covert`."""

import random

import pytest

from contest.sandbox.confinement.referee import protect_referee
from tests.adversarial.covert import PROTECTIONS, capacity, pair, shared_files

SLOT = 0.02  # seconds


def bits(count=400):
    stream = random.Random(0)
    return [stream.random() < 0.5 for _ in range(count)]


@pytest.mark.parametrize(("low", "high"), [(3, 5), (5, 3), (0, 1)])
def test_a_channel_without_errors_carries_a_bit_in_every_slot(low, high):
    sent = bits()

    carried = capacity(sent, [high if bit else low for bit in sent], SLOT)

    assert (carried.error, carried.rate) == (0.0, 1 / SLOT)


def test_a_tenth_of_errors_costs_half_of_a_channel():
    sent = bits(4000)
    seen = [bit ^ (number % 10 == 0) for number, bit in enumerate(sent)]

    carried = capacity(sent, seen, SLOT)

    assert carried.error == pytest.approx(0.1)
    # An error of 10 % has an entropy of 0.469 bits.
    assert carried.rate * SLOT == pytest.approx(0.531, abs=0.001)


def test_what_has_nothing_to_do_with_the_bits_carries_none():
    noise = random.Random(1)

    for seen in ([7] * 400, [noise.random() for _ in range(400)]):
        assert capacity(bits(), seen, SLOT).rate == 0


@pytest.mark.system
@pytest.mark.linux
def test_bits_arrive_over_an_open_channel_and_none_over_a_refused_one():
    protect_referee()

    def measured(name, without=()):
        with shared_files() as folder, pair(folder, name, without) as both:
            for _ in range(10):  # bits are lost if the machine stalls
                carried = both.measure(SLOT)
                if carried.rate or carried.refused:
                    break
            return carried

    assert measured("flock", PROTECTIONS).rate > 0
    refused = measured("flock")
    assert (refused.rate, refused.refused) == (
        0,
        "EPERM: fcntl.flock",
    )
