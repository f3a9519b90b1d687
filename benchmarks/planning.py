"""Forecasts of record tests against decisions on games that were played.

Games of the submissions in ``results/`` are cut into tests. Each has a pilot of its own
games before it, whose forecast is compared with what the test came to.

    python benchmarks/planning.py
    python benchmarks/planning.py --pilot 100
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from contest.leaderboard.records import submission_folders
from contest.runs.folder import RunFolder
from contest.statistics.adjusted.evidence import AdjustedEvidence
from contest.statistics.adjusted.luck import Luck
from contest.statistics.adjusted.values import adjust_values
from contest.statistics.forecast import (
    Decision,
    Pilot,
    accepted_share,
    simulate_tests,
)
from game.protocol import Setting
from game.record import Game
from game.words import Vocabulary

RESULTS = Path(__file__).resolve().parent.parent / "results"
SETTING = Setting(Vocabulary.load())
GAMES = 20_000  # of each submission, at most
DECISIONS = 200
LENGTH = 1000  # games of a test
GAP = 0.25  # of its deviation: what a test asks for differs from the mean by so much
STEPS = (200, 400, 600, 800, 1000)
PARTS = 4  # of the tests, by their forecast


def main() -> None:
    """Print the forecast chances to be accepted, and how many tests were."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pilot", type=int, default=300, help="games of a pilot")
    pilot = parser.parse_args().pilot
    forecasts: list[tuple[list[Decision], Decision]] = []
    size = pilot + LENGTH
    # Questions from easy to hopeless, in an order that the games do not depend on.
    gaps = np.random.RandomState(0).permutation(np.linspace(-GAP, GAP, DECISIONS))
    for played in read_games():
        luck = Luck.of(played, SETTING)
        values = adjust_values(luck)
        for start in range(0, len(played) - size + 1, size):
            if len(forecasts) == DECISIONS:
                break
            cut = played[start : start + size]
            share = float(values.mean() + gaps[len(forecasts)] * values.std())
            plan = Pilot.of(cut[:pilot], SETTING, math.inf, share)
            forecast = list(simulate_tests(plan, LENGTH, tests=100))
            test = AdjustedEvidence(SETTING, math.inf, share)
            test.add(cut[pilot:])
            forecasts.append((forecast, Decision(test.verdict, test.games)))
    print(f"{len(forecasts)} tests of {LENGTH} games, pilots of {pilot}")
    print("accepted within   forecast   played")
    for games in STEPS:
        print(f"{games:9} games {shares_text(forecasts, games)}")
    print(f"by the chance that the forecast gave, within {LENGTH} games")
    forecasts.sort(key=lambda pair: accepted_share(pair[0], LENGTH))
    for part in np.array_split(np.arange(len(forecasts)), PARTS):
        text = shares_text([forecasts[k] for k in part], LENGTH)
        print(f"{len(part):9} tests {text}")


def shares_text(forecasts: list[tuple[list[Decision], Decision]], games: int) -> str:
    """Return the shares of tests accepted within some games: forecast, and played."""
    forecast = np.mean([accepted_share(simulated, games) for simulated, _ in forecasts])
    played = np.mean([accepted_share([decision], games) for _, decision in forecasts])
    return f"{100 * forecast:10.1f} % {100 * played:6.1f} %"


def read_games() -> Iterator[list[Game]]:
    """Yield the first games of each submission."""
    for path in submission_folders(RESULTS):
        rows = islice(RunFolder(path).rows(), GAMES)
        yield [Game.from_row(row) for row in rows]


if __name__ == "__main__":
    main()
