"""Errors of the contest's statistics in simulated contests, with optional stopping.

    python -m tests.adversarial.simulated_contests
    python -m tests.adversarial.simulated_contests --contests 200

Every contest has 100 submissions. No submission is better than the record. A submission
looks at its test after every 10 games, and stops as soon as it is accepted. The table
is in docs/findings/evidence.md.
"""

from __future__ import annotations

import argparse

import numpy as np
from joblib import Parallel, delayed

from contest.statistics.adjusted.bets import Hypothesis, e_values
from contest.statistics.error_budget import share_of_error
from contest.statistics.evalues import ERROR
from contest.statistics.quantiles import PERCENTILES

SUBMISSIONS = 100
GAMES = 500
LOOK = 10
# Exact chances to win, and how frequent each chance is. Their mean is the target
# probability of the ranking.
LAWS = {
    "p05": ([0.0, 0.25, 0.5], [0.85, 0.1, 0.05]),
    "p50": ([0.1, 0.5, 0.9], [0.3, 0.4, 0.3]),
    "p95": ([1.0, 0.9, 0.5], [0.74, 0.2, 0.06]),
}


def main() -> None:
    """Print the share of contests with a false record."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--contests", type=int, default=2000)
    contests = parser.parse_args().contests
    print(f"{contests:,} contests of {SUBMISSIONS} submissions: any false record")
    print("          with the error budget, and with 5 % for each submission")
    with Parallel(n_jobs=-1) as workers:
        for column in PERCENTILES:
            errors = workers(
                delayed(false_record)(seed, column) for seed in range(contests)
            )
            shares = 100 * np.mean(errors, axis=0)
            print(f"  {column}    " + " ".join(f"{share:8.2f} %" for share in shares))


def false_record(seed: int, column: str) -> tuple[bool, bool]:
    """Return whether a contest has a false record, with and without an error budget.

    Without the budget, each submission may err with a probability of 5 %.
    """
    values, weights = (np.array(x) for x in LAWS[column])
    kinds = np.random.default_rng(seed).choice(
        len(values), (SUBMISSIONS, GAMES // LOOK, LOOK), p=weights
    )
    factors = Hypothesis(PERCENTILES[column]).log_factors(values)
    # The logarithm of the capital is a sum over games, so that it is enough to count
    # the games of each kind.
    counts = np.stack([(kinds == k).sum(axis=2) for k in range(len(values))], axis=2)
    largest = e_values(counts.cumsum(axis=1) @ factors).max(axis=1)
    budget = np.array([share_of_error(k) for k in range(1, SUBMISSIONS + 1)])
    return bool((largest * budget >= 1).any()), bool((largest * ERROR >= 1).any())


if __name__ == "__main__":
    main()
