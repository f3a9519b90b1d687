"""Measure several calls in turn, so that a busy machine slows all calls alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def side_by_side(rounds: int, **calls: Callable[[], object]) -> dict[str, list[float]]:
    """Return a dict from the name of each call to its seconds in each round.

    In a round, every one of the `calls` is made once. One more round comes first, and
    is not measured.
    """
    times: dict[str, list[float]] = {name: [] for name in calls}
    for round_ in range(rounds + 1):
        # The calls alternate, so that a busy minute of the machine slows every call.
        for name, call in calls.items():
            began = time.perf_counter()
            call()
            if round_:
                times[name].append(time.perf_counter() - began)
    return times


def show(title: str, times: dict[str, list[float]]) -> None:
    """Print the median time of each call; compare the last call with the first call.

    `times` has the seconds of each call in each round. For each round, the time of the
    last call is divided by the time of the first call. The median, the smallest and the
    largest of these ratios are printed.
    """
    print(title)
    for name, seconds in times.items():
        print(f"  {name:<34} {statistics.median(seconds) * 1e3:12.3f} ms")
    if len(times) > 1:
        first, *_, last = times.values()
        ratios = sorted(b / a for a, b in zip(first, last, strict=True))
        middle = statistics.median(ratios)
        names = list(times)
        print(
            f"  {names[-1]} takes {middle:.1f} times as long as {names[0]} "
            f"(from {ratios[0]:.1f} to {ratios[-1]:.1f})"
        )
