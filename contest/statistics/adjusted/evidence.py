"""E-values of adjusted values, valid after every game, and budgets that they certify.

`contest.statistics.adjusted.bets` has the bets, and the proof for one budget.

Which budget is certified? Luck depends on the budget, and the values that are bet on
need not increase with it. But the hypotheses are nested: if at most a share p is won
within B, the same holds for every smaller budget. So they are tested in a fixed
sequence, from the largest down, and the first that is not rejected ends it. Within B a
game is judged as within a smaller budget c: the largest of at most B among the budgets
of earlier games, rounded up to the grid. It yields within c at most what it yields
within B, so that the test of B is valid, and budgets between two of those that occur
have the same test.

Theorem. The smallest budget that is certified is wrong with a probability of at most
`error`. Proof. Let B be the largest budget for which the hypothesis is true. A smaller
or equal one is certified only if the test of B rejects, or an equal test of the
sequence does, since B is tested before. That is one test at the level `error`.

A budget within which the posteriors of the same games are below the share by more than
`_CONTRADICTION` standard errors is not certified, which adds no error.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from contest.statistics.adjusted.bets import BET_SHARES, BETS, Hypothesis, e_values
from contest.statistics.adjusted.capped import cap_luck, known_limits
from contest.statistics.adjusted.luck import Luck, adjust_values, yields
from contest.statistics.adjusted.replay import OnGuesses
from contest.statistics.evalues import ERROR, Verdict
from contest.statistics.quantiles import at_most, standard_error
from game.arrays import Floats
from game.elementary import log
from game.protocol import Setting
from game.record import Game
from solver.numeric.elementary import total

_CONTRADICTION = 4.0
_NINE_OF_TEN = 1.2816  # standard deviations below the mean


class AdjustedEvidence:
    """E-values of games against "at most" and "at least a share is won".

    Games of an entry are won if they cost at most `limit`. `error` is the significance
    level of either test, and each rejects at an e-value of ``1 / error``. `games`
    counts the games up to the one that decides, and `total` is the sum of their
    adjusted values.
    """

    def __init__(
        self, setting: Setting, limit: float, share: float, error: float = ERROR
    ) -> None:
        self.setting = setting
        self.limit = limit
        self.share = share
        self.error = error
        self.hypotheses = Hypothesis(share), Hypothesis(1 - share, -1.0)
        self.games = 0
        self.total = 0.0
        self._wealth = np.zeros((2, BETS))
        self._yields = np.zeros(0)

    def add(self, games: Sequence[Game], on_guesses: OnGuesses | None = None) -> Luck:
        """Add games, up to the one that decides, and return the luck of all.

        `on_guesses` is as of `Luck.of`.
        """
        # The luck of all games is computed at once: it does not depend on later games.
        luck, capped = cap_luck(
            games, self.setting, [self.limit], self.hypotheses, on_guesses
        )
        won = yields(luck, self.limit)
        adjusted = adjust_values(luck, self.limit)
        factors = [
            null.log_factors(null.values(won, won - adjusted, of_bound))
            for null, of_bound in zip(self.hypotheses, capped[0], strict=True)
        ]

        # Bets are settled game by game, up to the one that decides.
        for number, game in enumerate(np.stack(factors, axis=1)):
            if self.verdict is not Verdict.OPEN:
                break
            self._wealth = self._wealth + game
            self._yields = np.append(self._yields, won[number])
            self.total += float(adjusted[number])
            self.games += 1
        return luck

    @property
    def above(self) -> float:
        """E-value of the null hypothesis "at most the share"."""
        return float(e_values(self._wealth)[0])

    @property
    def below(self) -> float:
        """E-value of the null hypothesis "at least the share"."""
        return float(e_values(self._wealth)[1])

    @property
    def verdict(self) -> Verdict:
        """Accepted if "at most the share" is rejected, refused if "at least" is.

        Nothing is accepted that the posteriors of the games contradict.
        """
        if self.above * self.error >= 1:
            contradicted = is_contradicted(self._yields, self.share)
            return Verdict.OPEN if contradicted else Verdict.ACCEPTED
        return Verdict.REFUSED if self.below * self.error >= 1 else Verdict.OPEN


def certified_budget(luck: Luck, capped: Floats, share: float, error: float) -> float:
    """Return the smallest budget that games certify for a share, or ``inf``.

    The games are in the order played. `capped` is for the hypothesis "at most the
    share", shape (n_limits, n_games), and `error` the probability of an error, at most.
    """
    null = Hypothesis(share)
    known = known_limits(luck.costs.tolist())
    # Of the first games of a run, `capped` has limits that only later games make known.
    luck_within = dict(zip(known, capped, strict=False))
    factors = np.zeros((len(luck), BETS))  # of no bet
    tests = []
    # Each game is judged within the largest budget that was known before it.
    for limit in sorted(known):
        won = yields(luck, limit)
        whole = won - adjust_values(luck, limit)
        values = null.values(won, whole, luck_within[limit])
        factors = factors.copy()
        factors[known[limit] :] = null.log_factors(values[known[limit] :])
        tests.append((limit, factors, won))

    # From the largest budget down: the first that is not rejected ends it.
    found = float("inf")
    for limit, factors, won in reversed(tests):
        wealth = e_values(np.cumsum(factors, axis=0))
        if not (wealth * error >= 1).any() or is_contradicted(won, share):
            break
        found = limit
    return found


def games_to_certify(
    luck: Luck, capped: Floats, share: float, budget: float, error: float = ERROR
) -> float:
    """Return how many games of this kind certify a budget in nine of ten runs.

    The parameters are as of `certified_budget`. The logarithm of the wealth of a bet is
    a sum over the games: after n games it is larger than n times the mean, less 1.28
    times the standard deviation and the square root of n, in nine of ten runs. The
    result is ``inf`` if no bet grows.
    """
    null = Hypothesis(share)
    known = known_limits(luck.costs.tolist())
    within = [limit for limit in known if at_most(limit, budget)]
    if not within:
        return float("inf")

    # Within a budget games are judged as within the largest limit that it contains.
    limit = max(within)
    luck_within = dict(zip(known, capped, strict=False))[limit]
    won = yields(luck, limit)
    whole = won - adjust_values(luck, limit)
    factors = null.log_factors(null.values(won, whole, luck_within))
    factors = factors[known[limit] :]
    if len(factors) < 2:
        return float("inf")
    return min(
        _games_until(factor.mean(), factor.std(ddof=1), log(1 / (error * start)))
        for factor, start in zip(factors.T, BET_SHARES, strict=True)
    )


def _games_until(mean: float, deviation: float, height: float) -> float:
    """Return the games after which a sum is above a height in nine of ten runs."""
    if mean <= 0:
        return float("inf")
    spread = _NINE_OF_TEN * deviation
    root = (spread + sqrt(spread**2 + 4 * mean * height)) / (2 * mean)
    return float(root**2)


def is_contradicted(chances: Floats, share: float) -> bool:
    """Return whether what games yield is too little for a share to be won."""
    error = standard_error(chances) if len(chances) > 1 else 0.0
    return total(chances) / len(chances) + _CONTRADICTION * error < share
