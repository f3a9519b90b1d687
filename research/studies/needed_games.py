"""How far the chance to win must exceed the target probability to certify a budget.

    python -m research.studies.needed_games

The *excess* of an entry is its chance to win within the budget minus the target
probability of the ranking. The larger the excess, the fewer games a run needs to
certify the budget. For each leader, and for runs of 1,001, 10,001 and 40,001 games, the
table has two excesses, in percentage points. With the first excess, half of the runs
certify the budget; with the second excess, nine of ten runs certify the budget.

Runs are drawn from the recorded games of the leader. For every excess, the runs are
drawn from the same games. The program changes the target probability: it is the mean
adjusted value of the games, minus the excess. (The adjusted value of a game is its
result within the budget minus the luck of its clues; the mean estimates the chance to
win.)

The test that certifies budgets consists of several *bets*. Every bet has a wealth, and
every game multiplies the wealth of the bet by a factor. The *e-value* is the sum of the
wealth of all bets. The e-value is 1 before the first game. The budget is certified if
the e-value reaches 20.
"""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path

import numpy as np

from contest.runs.folder import RunFolder
from contest.statistics.adjusted.bets import Hypothesis, e_values
from contest.statistics.adjusted.capped import cap_luck
from contest.statistics.adjusted.luck import adjust_values, yields
from contest.statistics.evalues import ERROR
from game.arrays import Floats
from game.protocol import Setting
from game.record import Game
from game.words import Vocabulary

RESULTS = Path(__file__).resolve().parents[2] / "results"
SETTING = Setting(Vocabulary.load())
# For each ranking: the submission that leads the ranking, and its budget in nats.
LEADERS = {
    "p05": ("quantile-f9eb6355", 14.35),
    "p50": ("quantile-df772fa5", 36.3),
    "p95": ("two_ahead-90d1ab2e", 68.75),
}
LENGTHS = (1_001, 10_001, 40_001)  # numbers of games of a run
RECORDED = 20_001  # number of recorded games from which runs are drawn
RUNS = 200  # number of runs that are drawn for each number of games
# The excesses that are tried, in percentage points. Each excess is 1.15 times the
# excess before it.
EXCESSES = 0.005 * 1.15 ** np.arange(46)


def main() -> None:
    """Print, for each ranking, the excesses with which runs certify a budget.

    The excess is the chance to win within the budget minus the target probability. The
    table has a row for each ranking. Each column is for runs of one length, and for a
    share of these runs: 1/2 or 9/10. A cell has the least excess, in percentage points,
    with which this share of the runs certifies the budget.
    """
    line = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    line.parse_args()
    heads = (
        f"{games:,} games, {where} of runs"
        for games in LENGTHS
        for where in ("1/2", "9/10")
    )
    print("| ranking |", " | ".join(heads), "|")
    print("|---|" + "--:|" * (2 * len(LENGTHS)))
    for column, (run, budget) in LEADERS.items():
        factors = log_factors(run, budget)
        cells = []
        for games in LENGTHS:
            least = least_excesses(factors, games)
            cells += [f"{np.quantile(least, share):.2g}" for share in (0.5, 0.9)]
        print(f"| {column} |", " | ".join(cells), "|", flush=True)


def log_factors(run: str, budget: float) -> Floats:
    """Return logarithms of the factors by which games multiply the wealth of bets.

    The test that certifies budgets consists of bets (see the module's text). The result
    has shape (n_excesses, n_games, n_bets), with the excesses in `EXCESSES`. The games
    are recorded games of the submission in the folder `run`, and `budget` is the budget
    to certify, in nats.
    """
    rows = RunFolder(RESULTS / "submissions" / run).rows()
    games = [Game.from_row(row) for row in islice(rows, RECORDED)]
    luck, _ = cap_luck(games, SETTING, [], [])
    adjusted = adjust_values(luck, budget)
    won = yields(luck, budget)
    nulls = [Hypothesis(adjusted.mean() - excess / 100) for excess in EXCESSES]
    _, capped = cap_luck(games, SETTING, [budget], nulls)
    return np.array(
        [
            null.log_factors(null.values(won, won - adjusted, bound))
            for null, bound in zip(nulls, capped[0], strict=True)
        ]
    )


def least_excesses(factors: Floats, games: int) -> Floats:
    """Return, for each drawn run, the least excess with which it certifies the budget.

    The excess is the chance to win minus the target probability, in percentage points.
    The least excess is infinite if the run certifies the budget with no excess in
    `EXCESSES`. A run has `games` games, which are drawn from the games of `factors`,
    the result of `log_factors`.
    """
    numbers = np.random.default_rng(games)
    least = np.full(RUNS, np.inf)
    for run in range(RUNS):
        drawn = numbers.integers(factors.shape[1], size=games)
        # If a run certifies the budget with an excess, the run certifies the budget
        # with every larger excess, too. So bisection finds the least excess.
        low, high = 0, len(EXCESSES)
        while low < high:
            middle = (low + high) // 2
            wealth = e_values(np.cumsum(factors[middle][drawn], axis=0))
            if (wealth * ERROR >= 1).any():
                high = middle
            else:
                low = middle + 1
        least[run] = EXCESSES[low] if low < len(EXCESSES) else np.inf
    return least


if __name__ == "__main__":
    main()
