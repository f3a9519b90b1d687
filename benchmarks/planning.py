"""Forecasts of record tests against decisions on games that were played.

Games of the submissions in ``results/`` are cut into tests. Each has a pilot of its own
games before it, whose forecast is compared with the game at which the test was decided.

    python benchmarks/planning.py
    python benchmarks/planning.py --pilot 100
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from contest.leaderboard.records import submitted
from contest.runs.read import Run
from contest.statistics.evalues import Verdict, certify
from contest.statistics.forecast import Decision, accepted, needed, simulated

RESULTS = Path(__file__).resolve().parent.parent / "results"
DECISIONS = 200
LENGTH = 300  # games of a test
GAP = 1.12  # how much larger the mean of an entry's games is than what a test asks for
QUANTILES = (0.25, 0.5, 0.75, 0.9)


def main() -> None:
    """Print by which share of the forecasts tests had been decided."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pilot", type=int, default=150, help="games of a pilot")
    pilot = parser.parse_args().pilot
    found: list[tuple[list[Decision], Decision]] = []
    for values, share in zip(*played(), strict=True):
        size = pilot + LENGTH
        for start in range(0, len(values) - size + 1, size):
            if len(found) == DECISIONS:
                break
            own, test = values[start : start + pilot], values[start + pilot :][:LENGTH]
            forecast = list(simulated(own, share, LENGTH, tests=100))
            evidence = certify(test, share)
            found.append((forecast, Decision(evidence.verdict, evidence.games)))
    print(f"{len(found)} tests of {LENGTH} games, pilots of {pilot}")
    yes = np.mean([real.verdict is Verdict.ACCEPTED for _, real in found])
    said = np.mean([accepted(forecast, LENGTH) for forecast, _ in found])
    print(f"accepted: {100 * yes:.1f} % of them, forecast {100 * said:.1f} %")
    for q in QUANTILES:
        due = [ends for ends in found if np.isfinite(needed(ends[0], q))]
        real = [
            end.verdict is not Verdict.OPEN and end.games <= needed(forecast, q)
            for forecast, end in due
        ]
        print(
            f"decided within the games that the forecast has for {100 * q:.0f} %: "
            f"{100 * np.mean(real):.0f} % of {len(real)}"
        )


def played() -> tuple[list[np.ndarray], list[float]]:
    """Return the values of each submission's games, and what its tests ask for."""
    values, shares = [], []
    for path in submitted(RESULTS):
        (summary,) = Run.read(path).summaries
        won = summary.games.curve.within(np.inf)
        values.append(won)
        mean = float(won.mean())
        shares.append(mean / GAP if mean < 0.6 else mean - 0.02)
    return values, shares


if __name__ == "__main__":
    main()
