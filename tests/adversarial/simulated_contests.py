"""Errors of the contest's statistics in simulated contests, with optional stopping.

    python -m tests.adversarial.simulated_contests
    python -m tests.adversarial.simulated_contests --contests 200

Every contest has 100 submissions, none of which is better than the record; a submission
looks at its test after every 10 games and stops as soon as it is accepted. The table is
in docs/reference/statistics.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import combinations

import numpy as np
from joblib import Parallel, delayed

from contest.statistics.adjusted.bets import Hypothesis, e_values
from contest.statistics.error_budget import share_of_error
from contest.statistics.evalues import ERROR
from contest.statistics.intervals import half_width
from contest.statistics.quantiles import PERCENTILES

SUBMISSIONS, GAMES, LOOK = 100, 500, 10
# Exact chances to win and how frequent they are: their mean is the column's share.
LAWS = {
    "p05": ([0.0, 0.25, 0.5], [0.85, 0.1, 0.05]),
    "p50": ([0.1, 0.5, 0.9], [0.3, 0.4, 0.3]),
    "p95": ([1.0, 0.9, 0.5], [0.74, 0.2, 0.06]),
}


def main() -> None:
    """Print the share of contests, or of comparisons, with an error."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--contests", type=int, default=2000)
    contests = parser.parse_args().contests
    with Parallel(n_jobs=-1) as workers:

        def share(has_error: Callable[..., object], *arguments: object) -> str:
            errors = workers(
                delayed(has_error)(seed, *arguments) for seed in range(contests)
            )
            mean = np.asarray(errors, float).mean(axis=0)
            return " ".join(f"{100 * value:8.2f} %" for value in np.atleast_1d(mean))

        print(f"{contests:,} contests of {SUBMISSIONS} submissions: any false record")
        print("          with the error budget, and with 5 % for each submission")
        for column in PERCENTILES:
            print(f"  {column}    {share(false_record, column)}")
        print(f"{contests:,} comparisons of six entries: any wrong order or group")
        print(f"          {share(wrong_group)}")


def false_record(seed: int, column: str) -> tuple[bool, bool]:
    """Return whether a contest has a false record, with and without an error budget."""
    values, weights = (np.array(x) for x in LAWS[column])
    kinds = np.random.default_rng(seed).choice(
        len(values), (SUBMISSIONS, GAMES // LOOK, LOOK), p=weights
    )
    factors = Hypothesis(PERCENTILES[column]).log_factors(values)
    counts = np.stack([(kinds == k).sum(axis=2) for k in range(len(values))], axis=2)
    largest = e_values(counts.cumsum(axis=1) @ factors).max(axis=1)
    budget = np.array([share_of_error(k) for k in range(1, SUBMISSIONS + 1)])
    return bool((largest * budget >= 1).any()), bool((largest * ERROR >= 1).any())


def wrong_group(seed: int) -> bool:
    """Return whether a comparison calls an entry better that is not better."""
    numbers = np.random.default_rng(seed)
    noise = numbers.uniform(0, 0.3, (GAMES, 1))  # of the same secrets
    truth = np.array([0.3, 0.3, 0.3, 0.32, 0.32, 0.4])
    values = noise + numbers.uniform(0, 2 * (truth - 0.15), (GAMES, 6))
    pairs = list(combinations(range(6), 2))
    gaps = [values[:, a] - values[:, b] for a, b in pairs]
    means = np.array([gap.mean() for gap in gaps])
    widths = np.array([half_width(gap, ERROR / len(pairs)) for gap in gaps])
    real = np.array([truth[a] - truth[b] for a, b in pairs])
    better, worse = means > widths, means < -widths
    return bool((better & (real <= 0)).any() or (worse & (real >= 0)).any())


if __name__ == "__main__":
    main()
