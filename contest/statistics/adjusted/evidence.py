"""E-values from luck-adjusted values, and the budgets that the e-values certify.

The e-values are valid after every game. `contest.statistics.adjusted.bets` has the
bets, and the proof for one budget.

Which budget is certified? Luck depends on the budget, and the values on which we bet
need not increase with the budget. But the hypotheses are nested: if at most a share p
is won within B, at most a share p is won within every smaller budget. So the budgets
are tested in a fixed sequence, from the largest budget down. The first hypothesis that
is not rejected ends the sequence.

The test of B judges a game within a budget c. The costs of earlier games are rounded up
to multiples of 0.05 nats, and c is the largest of these costs that is at most B. The
value of a game within c is at most the value of the game within B, so the test of B is
valid. All budgets between two neighbouring costs have the same test.

Theorem. The smallest certified budget is too small with a probability of at most
`error`. Proof. Let B be the largest budget for which the hypothesis is true. B is
tested before every smaller budget. So B or a smaller budget is certified only if the
test of B, or an equal test in the sequence, rejects its hypothesis. That is one test
with the significance level `error`.

A budget is not certified if the posteriors of the same games contradict it. They do so
if the mean of the posteriors is below the share by more than `_CONTRADICTION` standard
errors. This rule can only prevent that a budget is certified, so it adds no error.
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
_NINE_OF_TEN = 1.2816  # nine of ten normal variables are above mean - 1.2816 sd


class AdjustedEvidence:
    """E-values of games against two hypotheses about the share of games won.

    The hypotheses are that at most `share`, and that at least `share`, of the games are
    won. A game counts as won only if it costs at most `limit`. Each of the two tests
    has the significance level `error`, and rejects its hypothesis when its e-value
    reaches ``1 / error``. Later games do not count any more. `games` is the number of
    games that count, and `total` is the sum of the adjusted values of these games.
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
        """Add games, and return the luck of all of them.

        Games after the game that decides the test do not count. `Luck.of` explains
        `on_guesses`.
        """
        # The luck of a game does not depend on later games, so all luck is computed
        # at once.
        luck, capped = cap_luck(
            games, self.setting, [self.limit], self.hypotheses, on_guesses
        )
        won = yields(luck, self.limit)
        adjusted = adjust_values(luck, self.limit)
        factors = [
            null.log_factors(null.values(won, won - adjusted, of_bound))
            for null, of_bound in zip(self.hypotheses, capped[0], strict=True)
        ]

        # Bets are settled game by game, up to the game that decides.
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
        """E-value against the hypothesis that at most `share` of games are won."""
        return float(e_values(self._wealth)[0])

    @property
    def below(self) -> float:
        """E-value against the hypothesis that at least `share` of games are won."""
        return float(e_values(self._wealth)[1])

    @property
    def verdict(self) -> Verdict:
        """The verdict on the entry from the games so far.

        The entry is accepted if the test rejects that at most `share` of games are won,
        and the posteriors of the games do not contradict this result. The entry is
        refused if the test rejects that at least `share` of games are won.
        """
        if self.above * self.error >= 1:
            contradicted = is_contradicted(self._yields, self.share)
            return Verdict.OPEN if contradicted else Verdict.ACCEPTED
        return Verdict.REFUSED if self.below * self.error >= 1 else Verdict.OPEN


def certified_budget(luck: Luck, capped: Floats, share: float, error: float) -> float:
    """Return the smallest budget that games certify for a share, or ``inf``.

    `luck` has the luck of the games, in the order in which they were played. `capped`
    is the capped luck of the games for the hypothesis that at most `share` of games are
    won, shape (n_limits, n_games); the limits are those of `known_limits`. `error` is
    the largest probability that the certified budget is too small.
    """
    null = Hypothesis(share)
    known = known_limits(luck.costs.tolist())
    # If `luck` has only the first games of a run, `capped` may have further limits:
    # the costs of later games.
    luck_within = dict(zip(known, capped, strict=False))
    factors = np.zeros((len(luck), BETS))  # 0: no bet on this game
    tests = []
    # The test of a limit judges each game within the largest limit that is at most
    # this limit and was known before the game.
    for limit in sorted(known):
        won = yields(luck, limit)
        whole = won - adjust_values(luck, limit)
        values = null.values(won, whole, luck_within[limit])
        factors = factors.copy()
        factors[known[limit] :] = null.log_factors(values[known[limit] :])
        tests.append((limit, factors, won))

    # The sequence goes from the largest budget down to the first failed test.
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
    """Return how many games like these certify `budget` in nine of ten runs.

    `certified_budget` explains the other parameters. The logarithm of the wealth of a
    bet is a sum with one term for each game. Let m be the mean and s the standard
    deviation of these terms. After n games the sum is larger than
    ``n m - 1.28 s sqrt(n)`` in nine of ten runs. The result is ``inf`` if no bet grows
    in the mean, or if fewer than two games can be judged within the budget.
    """
    null = Hypothesis(share)
    known = known_limits(luck.costs.tolist())
    within = [limit for limit in known if at_most(limit, budget)]
    if not within:
        return float("inf")

    # Games are judged within the largest limit that is at most the budget.
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
    """Return after how many games a sum exceeds `height` in nine of ten runs.

    Each game adds a term to the sum. `mean` and `deviation` are the mean and the
    standard deviation of these terms. The result is ``inf`` if the mean is not above 0.
    """
    if mean <= 0:
        return float("inf")
    spread = _NINE_OF_TEN * deviation
    root = (spread + sqrt(spread**2 + 4 * mean * height)) / (2 * mean)
    return float(root**2)


def is_contradicted(chances: Floats, share: float) -> bool:
    """Return whether the posteriors of games contradict that `share` of games are won.

    `chances` are the posteriors. There is a contradiction if their mean is more than
    `_CONTRADICTION` standard errors below `share`.
    """
    error = standard_error(chances) if len(chances) > 1 else 0.0
    return total(chances) / len(chances) + _CONTRADICTION * error < share
