"""Information test: e-value of "the guesses depend on the secret by the clues alone".

Exact posteriors are the chances to win only under this null hypothesis. A strategy with
other information about the secret guesses it early, and the clues then confirm it. The
test compares the information of the clues about the secret with its expectation under
the posterior of the clues.

Notes
-----
The e-value is the mean of several products over the games of factors with mean 1. In
games with prices there are five, of guesses and clues two each, for each of some
`LIMITS`; within a limit count the turns up to it, and the answers of the games that
cost no more. So what happens beyond a budget does not make up for what happens within.

*Guesses.* Let b be the belief before a guess g, P the channel at its price and
``P_b(y)`` the predicted probability of clue y. The expected information of the guess
about word w is

    f(w, g) = sum over y of P(y | w, g) ln(P(y | w, g) / P_b(y)).

A game has the factor ``exp(lambda f(s, g))`` for each guess, s the secret, divided by
its mean. The secret is the same in all turns, so the mean of a later guess is not that
under b, but under b times the factors before, scaled to sum to 1. With that, the sum
over all secrets and clues of a game, weighted by their probabilities, is 1: one turn
after another cancels, the last first. This holds if each guess is a function of the
clues before it and of random numbers; the factors of a strategy with more information
about the secret are larger.

*Clues.* Given the secret and the guess, the clue y is drawn from the channel, whatever
the strategy does. So ``(P(y | s, g) / P_b(y)) ** lambda``, divided by its mean over y,
has mean 1, unless the guess or its price depends on the noise.

*Answers.* If q is the probability that the final answer is right, ``r / (1 - q + q r)``
for an answer that is right and ``1 / (1 - q + q r)`` for one that is wrong has mean 1,
for any odds ratio r. It is large if answers are right more often, or on purpose less
often, than their posteriors.

*Games without prices* have two products. What follows a guess is an outcome y: a clue,
or that the guess is right, which has the probability b(g). Given the clues before, y is
drawn from ``P_b`` if the guess is a function of them and of random numbers. Then two
factors have mean 1: ``P_b(y) ** -lambda`` divided by its mean, which is large where
outcomes are more surprising than the clues allow; and the ratio of the probabilities
that y is right, or not, if a share k of the guesses is of a known secret:

    1 + k (1 - b(g)) / b(g)  if the guess is right,  1 - k  if not.

Each is a mean over several lambda, k or r; those r by which too few answers are right
have a share of 1 % together. Where lambda occurs, there are two products: one has
lambda in each game, the other the mean of the factors with lambda and with -lambda. The
second is large where some games are luckier, and others unluckier, than chance allows,
so that the ones cannot hide the others. Such a product ever reaches a number x with a
probability of at most 1 / x (J. Ville 1939). As this is all that is proved, an honest
entry does reach 20 in some runs.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from contest.statistics.adjusted.replay import Guesses, cost_of
from contest.statistics.evalues import ERROR, mean_exp
from contest.statistics.quantiles import at_most
from game.arrays import Floats, Indices
from game.channels.channel import all_marks
from game.channels.response import RESPONSE
from game.elementary import LN_2, exp, log
from game.protocol import Outcome, Setting
from game.record import Game
from solver.belief.answers_kernel import (
    POWERS,
    mean_powers,
    multiply_by_clue,
    sum_gains,
)
from solver.belief.mixing_kernel import expect_powers, expect_values
from solver.numeric import elementary

_HUNDREDTHS = np.array(POWERS) / 100  # lambda

# Logarithms of the odds ratios r. Those by which too few answers are right have 1 % of
# the wealth together, the others the rest.
_LOG_ODDS = np.linspace(-7.0, 9.0, 33)
_FEW = _LOG_ODDS < 0
_SHARES = np.where(_FEW, 0.01 / _FEW.sum(), 0.99 / (~_FEW).sum())
_LOG_SHARES = elementary.log2(_SHARES * len(_SHARES)) * LN_2
LIMITS = (15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 75.0, 100.0, math.inf)
"""Budgets in nats within which turns count, each for a product of its own."""

_LOG_2 = log(2.0)
_KNOWN = np.array([0.003, 0.01, 0.03, 0.1, 0.3, 0.8])  # shares of guesses
_TINY = 1e-300  # the smallest number whose logarithm is taken
_LARGEST_GAIN = exp(13.0)  # of a word, relative to the most probable one
VOID = 1000.0
"""E-value from which the score of an entry does not count."""


def refusal(e_value: float, entries: int = 1) -> str:
    """Return why the score of an entry does not count, empty if it does.

    `e_value` is the largest of its information test; the `entries` that are tested
    together have equal shares of the significance level.

    Examples
    --------
    >>> refusal(73.0), refusal(1500.0, entries=2)
    ('', '')
    >>> refusal(12345.6)
    'uses more about the secret than its clues say: information test with e-value \
12,346, which an honest entry reaches in one run of 12,346'
    """
    if not e_value >= entries * VOID:  # NaN where nothing is tested
        return ""
    return f"uses more about the secret than its clues say: {_odds(e_value)}"


def notice(e_value: float, entries: int = 1) -> str:
    """Return what to do about an e-value that is large, and voids no score.

    Examples
    --------
    >>> notice(2.9), notice(30.0, entries=2), notice(1e9)
    ('', '', '')
    >>> notice(73.0)
    'information test with e-value 73, which an honest entry reaches in one run of 73; \
play another with a fresh seed: e-values multiply, and 1,000 together voids the score'
    """
    if not entries / ERROR <= e_value < entries * VOID:
        return ""
    return (
        f"{_odds(e_value)}; play another with a fresh seed: e-values multiply, and "
        f"{VOID:,.0f} together voids the score"
    )


def _odds(e_value: float) -> str:
    shown = f"{e_value:,.0f}" if e_value < 1e9 else f"{e_value:.1g}"
    return (
        f"information test with e-value {shown}, which an honest entry reaches in one "
        f"run of {shown}"
    )


class InformationTest:
    """The information test of one entry, whose games are added in order.

    `value` is the largest e-value so far, at least 1.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.value = 1.0
        self._factors = PricedFactors if setting.mode.priced else UnpricedFactors
        self._log_wealth = np.zeros(self._factors.shape())

    def observe(self, games: Sequence[Game]) -> Factors:
        """Return an observer of the replay of the next games (see `Luck.of`)."""
        return self._factors(games, self.setting)

    def add(self, factors: Factors, values: ArrayLike) -> Floats:
        """Add the games of an observer and return the e-value after each of them.

        `values` are what the games yield, as `Luck` has them.
        """
        rows = factors.of_games(np.asarray(values))
        if not np.isfinite(rows).all():
            raise ArithmeticError("a factor of the information test is not a number")

        # The e-value after each game is needed, as a test may stop there.
        products = np.cumsum([self._log_wealth, *rows], axis=0)
        self._log_wealth = products[-1].copy()

        # A mean of e-values is one: over powers, then over kinds and limits.
        ends = range(len(factors.log_shares), rows.shape[-1], len(POWERS))
        answers, *others = np.split(products[1:], ends, axis=-1)
        parts = [mean_exp(answers + factors.log_shares), *map(mean_exp, others)]
        e_values = np.asarray(np.mean(parts, axis=(0, 2)))
        self.value = max(self.value, float(e_values.max(initial=0.0)))
        return e_values


class Factors(ABC):
    """Logarithms of the factors of games, collected while these are replayed.

    Calling it with a guess of each of some games adds the factors of the guesses.
    """

    log_shares: ClassVar[Floats]
    """Logarithms, up to a constant, of the shares of the first of a game's factors."""
    limits: ClassVar[int]
    """Number of limits within which turns count."""
    kinds: ClassVar[int]
    """Number of kinds of factors that have a power, of either sign."""

    def __init__(self, games: Sequence[Game], setting: Setting) -> None:
        self.games = games
        self.setting = setting
        # The first factors of a game, and for each kind and sign those of each power.
        self._first = np.zeros((len(games), self.limits, len(self.log_shares)))
        signs = self.kinds, 2, len(POWERS)
        self._powers = np.zeros((len(games), self.limits, *signs))

    @classmethod
    def shape(cls) -> tuple[int, int]:
        """Return the numbers of limits and of factors of a game."""
        return cls.limits, len(cls.log_shares) + 2 * cls.kinds * len(POWERS)

    @abstractmethod
    def __call__(self, guesses: Guesses) -> None:
        """Add the factors of a guess of each of some games."""

    def of_games(self, values: Floats) -> Floats:  # noqa: ARG002 - of prices alone
        """Return the logarithms by game, shape (n_games, n_limits, n_factors).

        `values` are what the games yield.
        """
        plus = self._powers[..., 0, :]
        minus = self._powers[..., 1, :]
        # The mean of the factors of both signs, by logarithms that do not overflow.
        larger = np.maximum(plus, minus)
        least = np.minimum(plus, minus) - larger
        both = larger + elementary.log1p(elementary.exp(least)) - _LOG_2
        powers = np.stack([plus, both], axis=-2)
        return np.concatenate(
            [self._first, powers.reshape(*powers.shape[:2], -1)], axis=-1
        )


class UnpricedFactors(Factors):
    """Factors of games without prices: of right guesses, then of outcomes."""

    log_shares = np.zeros(len(_KNOWN))
    limits = 1
    kinds = 1

    def __call__(self, guesses: Guesses) -> None:
        """Add the factors of a guess of each of some games."""
        games = guesses.games
        step = guesses.step
        logarithms = _log(guesses.chances)

        # Right guesses: the odds if a share of them is of a known secret.
        right = guesses.chances[-1][step]
        ratios = (1.0 - right) / np.maximum(right, _TINY)
        wrong = np.where(right > 0, -1.0, 0.0)  # a word that cannot be right: nothing
        gains = np.where(guesses.seen == len(logarithms) - 1, ratios, wrong)
        self._first[games, 0] += elementary.log1p(np.outer(gains, _KNOWN))

        # Outcomes: how surprising each is, divided by the mean of that.
        possible = guesses.chances > 0
        for number, share in enumerate(_HUNDREDTHS):
            for sign, power in enumerate((-share, share)):
                weights = elementary.exp((1.0 + power) * logarithms)
                mean = _log(np.add.accumulate(np.where(possible, weights, 0.0))[-1])
                gain = power * logarithms[guesses.seen, step] - mean[step]
                self._powers[games, 0, 0, sign, number] += gain


class PricedFactors(Factors):
    """Factors of games with prices: of final answers, then of guesses and of clues."""

    log_shares = _LOG_SHARES
    limits = len(LIMITS)
    kinds = 2

    def __init__(self, games: Sequence[Game], setting: Setting) -> None:
        super().__init__(games, setting)
        answers = setting.vocabulary.answer_index
        self._answers = np.array([answers[game.answer] for game in games], np.intp)
        # For each sign and answer, one hundredth of the information of the guesses so
        # far about it, as a power of e; and the index of each game's.
        self._gains: list[Floats] = [np.ones((1, len(answers)))] * 2
        self._state = np.zeros(len(games), np.intp)

    def __call__(self, guesses: Guesses) -> None:
        """Add the factors of a guess of each of some games."""
        games = guesses.games
        step = guesses.step
        length = self.setting.vocabulary.length
        if not guesses.turn:
            self._state[games] = 0
            self._gains = [np.ones((1, guesses.rows.shape[1]))] * 2

        # What each clue would tell, and what is expected of the guess for each secret.
        keep = _keep_probabilities(guesses.prices, length)
        surprise = -_log(guesses.chances[:-1])
        information = np.empty(surprise.shape)
        # The entropy of the noise, a constant, would cancel.
        expect_values(surprise, keep, (1.0 - keep) / 2, length, information)

        # The true clue of each game tells which of the expectations is of its secret.
        true = guesses.rows[step, self._answers[games]].astype(np.intp)
        parents = self._state[games]
        of_turn = np.empty((len(games), 2, 2, len(POWERS)))
        for number, sign in enumerate((1.0, -1.0)):
            gains = elementary.exp(sign * information / 100)
            means = _log(self._add_gains(number, guesses, parents, gains))
            gain = sign * information[true, step, None]
            of_turn[:, 0, number] = _HUNDREDTHS * gain - means[step]
            of_turn[:, 1, number] = _clue_factors(
                guesses, surprise, keep, true, sign * _HUNDREDTHS, length
            )

        self._state[games] = step

        # A guess counts within every limit that its game has not exceeded.
        for number, limit in enumerate(LIMITS):
            within = at_most(guesses.spent, limit)
            self._powers[games[within], number] += of_turn[within]

    def _add_gains(
        self, sign: int, guesses: Guesses, states: Indices, gains: Floats
    ) -> Floats:
        """Multiply the gains of each step's answers by the gains of their true clues.

        `sign` is the index of the sign, and `states` are of the games. Return the means
        of the powers of these gains under the belief times the factors so far, shape
        (n_steps, n_powers).
        """
        beliefs = guesses.beliefs
        rows = guesses.rows
        step = guesses.step
        # Games of one step have equal guesses and clues, and so one state before it.
        parents = np.zeros(len(rows), np.intp)
        parents[step] = states
        multiplied = np.empty(rows.shape)
        weights = np.empty((len(rows), len(POWERS), len(gains)))
        before = beliefs, self._gains[sign], parents
        sum_gains(rows, *before, _LARGEST_GAIN, multiplied, weights)
        multiply_by_clue(multiplied, rows, gains)
        self._gains[sign] = multiplied
        means = np.empty((len(rows), len(POWERS)))
        mean_powers(weights, gains, means)
        return means

    def of_games(self, values: Floats) -> Floats:
        """Return the logarithms by game; `values` are chances of the final answers."""
        won = [game.outcome is Outcome.WON for game in self.games]
        odds = np.outer(values, elementary.exp(_LOG_ODDS) - 1.0)
        of_answers = np.outer(won, _LOG_ODDS) - elementary.log1p(odds)
        costs = np.array([cost_of(game) for game in self.games])
        for number, limit in enumerate(LIMITS):
            within = at_most(costs, limit)
            self._first[within, number] = of_answers[within]
        return super().of_games(values)


def _clue_factors(
    guesses: Guesses,
    surprise: Floats,
    keep: Floats,
    true: Indices,
    shares: Floats,
    length: int,
) -> Floats:
    """Return the logarithms of the factors of clues, shape (n_games, n_powers).

    `surprise` is minus the logarithm of the probability of each clue, by step, and
    `keep` the probability that a mark is true; `true` are the true clues by game, and
    `shares` is lambda, all positive or all negative.
    """
    logs = _log(keep), _log((1.0 - keep) / 2)
    ratios = _log_ratios(guesses, surprise, logs, true, length)
    keeps, lies = (elementary.exp(np.outer(1.0 + shares, x)) for x in logs)
    gains = elementary.exp(math.copysign(1.0, shares[0]) * surprise / 100)
    means = np.empty((len(true), len(POWERS)))
    expect_powers(gains, keeps, lies, length, guesses.step, true, means)
    return shares * ratios[:, None] - _log(means)


def _log_ratios(
    guesses: Guesses,
    surprise: Floats,
    logs: tuple[Floats, Floats],
    true: Indices,
    length: int,
) -> Floats:
    """Return the logarithm of ``P(y | s, g) / P_b(y)`` by game.

    `logs` are the logarithms of the probabilities of a true mark and of each false one.
    """
    marks = all_marks(length)
    step = guesses.step
    differ = (marks[guesses.seen] != marks[true]).sum(axis=1)
    ratios = logs[1][step] * differ + logs[0][step] * (length - differ)
    return ratios + surprise[guesses.seen, step]


def _keep_probabilities(prices: Sequence[float], length: int) -> Floats:
    """Return how probable it is that a mark is true, for each price."""
    keep = {price: RESPONSE.steps(price, length).keep for price in {*prices}}
    return np.array([keep[price] for price in prices])


def _log(x: Floats) -> Floats:
    return elementary.log2(np.maximum(x, _TINY)) * LN_2
