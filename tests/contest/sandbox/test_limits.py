import pytest

from contest.sandbox.limits import NO_TIME, Clock, Time


@pytest.mark.parametrize(
    ("time", "reason", "lacked_cpu"),
    [
        (Time(4.9, 4.9), "", False),
        (Time(14.9, 4.9, 10), "", False),
        (Time(5.2, 5.1), "over 5 s of CPU time", False),
        (Time(15.1, 5.1, 10), "over 5 s of CPU time", False),
        (Time(15.1, 0), "over 15 s of wall-clock time (0.0 s of CPU time)", False),
        # The strategy slept for longer than its limit of CPU time.
        (Time(15.1, 1.5, 8), "over 15 s of wall-clock time (1.5 s of CPU time)", False),
        (
            Time(15.1, 1.5, 13.5),
            "over 15 s of wall-clock time (1.5 s of CPU time, 13.5 s without a core)",
            True,
        ),
        # Waits of several threads may overlap.
        (
            Time(15.1, 0.5, 40),
            "over 15 s of wall-clock time (0.5 s of CPU time, 40.0 s without a core)",
            True,
        ),
    ],
)
def test_a_clock_says_which_limit_was_exceeded_and_whose_fault_it_is(
    time, reason, lacked_cpu
):
    # The clock does not start at 0, as the process has run before.
    began = Time(100, 10, 50)
    now = began
    clock = Clock(lambda waits: now if waits else now._replace(waited=0.0), 5)
    now = Time(*map(sum, zip(began, time, strict=True)))

    assert clock.is_late() is bool(reason)
    assert clock.reason == reason
    assert clock.lacked_cpu is lacked_cpu
    assert clock.read().cpu == pytest.approx(time.cpu)
    assert NO_TIME.since(began) == NO_TIME
