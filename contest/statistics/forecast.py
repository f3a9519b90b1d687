"""Forecast of a record test: how many games it will need, from the games of a pilot.

Notes
-----
The pilot's values are drawn again with random weights (D. B. Rubin 1981, "The Bayesian
bootstrap"), new ones for every simulated test: the spread of the tests then has both
the sampling error of their own games and that of the pilot.

The mean of a pilot that looks good is biased upwards (regression to the mean). So the
prior is a Dirichlet process (T. S. Ferguson 1973, "A Bayesian analysis of some
nonparametric problems") with the weight of 25 games, whose mean is the share that the
column requires: the pilot's values with the exponential weights nearest to equal ones
that have this mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.bets import BETS
from contest.statistics.adjusted.capped import FIRST_FIT
from contest.statistics.adjusted.evidence import (
    AdjustedEvidence,
    Evidence,
    adjusted_values,
)
from contest.statistics.evalues import ERROR, Verdict
from contest.statistics.quantiles import percentile
from game.protocol import Setting
from game.record import Game
from solver.numeric.elementary import exp, total

Floats = NDArray[np.float64]

_AT_ONCE = 250  # games that a simulated test draws at a time
_PRIOR = 25.0  # games
_STEEPEST, _HALVINGS = 1000.0, 50  # of the exponential weights that give a mean


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict of a simulated test after some games; ``OPEN`` when they ran out."""

    verdict: Verdict
    games: int


@dataclass(frozen=True)
class Pilot:
    """Games from which tests are simulated, and what they test.

    `values` are by game, with V from all of them, `factors` as in `Evidence`. A test
    has as many games without a bet as precede its first V.
    """

    share: float
    values: Floats
    factors: Floats

    @classmethod
    def of(
        cls, games: Sequence[Game], setting: Setting, limit: float, share: float
    ) -> Pilot:
        """Return the pilot of a test whether a share is won within a limit."""
        evidence = AdjustedEvidence(setting, limit, share)
        evidence.add(games)
        evidence.luck.fit()
        part = evidence.luck.measure(games)
        return cls(share, adjusted_values(part, limit), evidence.log_factors(part))


def simulate_tests(
    pilot: Pilot, most: int, error: float = ERROR, tests: int = 200
) -> Iterator[Decision]:
    """Yield the decisions of simulated tests, always the same for the same pilot.

    A test has `most` games at most.
    """
    # The numbers of RandomState are the same in every version of NumPy.
    generator = np.random.RandomState(0)
    pseudo_counts = 1 + _PRIOR * _find_weights(pilot.values, pilot.share)
    for _ in range(tests):
        weights = generator.standard_gamma(pseudo_counts)
        limits = np.add.accumulate(weights)
        evidence = Evidence(error)
        evidence.add_factors(np.zeros((min(most, FIRST_FIT), 2, BETS)))
        while evidence.verdict is Verdict.OPEN and evidence.games < most:
            count = min(_AT_ONCE, most - evidence.games)
            drawn = generator.random_sample(count) * limits[-1]
            indices = np.minimum(
                np.searchsorted(limits, drawn, "right"), len(weights) - 1
            )
            evidence.add_factors(pilot.factors[indices])
        yield Decision(evidence.verdict, evidence.games)


def _find_weights(values: Floats, mean: float) -> Floats:
    """Find the weights nearest to equal ones that give values a mean.

    They sum to 1, or are all 0 where no weights give it.
    """
    if not values.min() < mean < values.max():
        return np.zeros(len(values))
    low, high = -_STEEPEST, _STEEPEST
    for _ in range(_HALVINGS):
        tilt = (low + high) / 2
        exponents = tilt * (values - mean)
        weights = exp(exponents - exponents.max())
        low, high = (
            (low, tilt) if total(weights * (values - mean)) > 0 else (tilt, high)
        )
    return weights / total(weights)


def accepted_share(decisions: Sequence[Decision], games: int) -> float:
    """Return the share of tests that accept within a number of games."""
    return _share_decided(decisions, games, Verdict.ACCEPTED)


def refused_share(decisions: Sequence[Decision], games: int) -> float:
    """Return the share of tests that refuse within a number of games."""
    return _share_decided(decisions, games, Verdict.REFUSED)


def games_needed(decisions: Sequence[Decision], share: float) -> float:
    """Return the games by which a share of the tests is decided; else ``inf``."""
    ends = (d.games if d.verdict is not Verdict.OPEN else np.inf for d in decisions)
    return percentile([*ends], share)


def _share_decided(
    decisions: Sequence[Decision], games: int, verdict: Verdict
) -> float:
    """Return the share of tests with a verdict within a number of games."""
    decided = [d.verdict is verdict and d.games <= games for d in decisions]
    return sum(decided) / len(decided)
