"""Information test: whether an entry knows more about the secret than its clues say.

The null hypothesis is that guesses and prices depend on the clues and on random numbers
alone. Only then is the exact posterior of a final answer the chance to win. Each game
has some factors, and each factor has the mean 1 under the null hypothesis. So a product
of factors over the games is an e-value: it ever reaches x with a probability of at most
1 / x (J. Ville 1939). The e-value of the test is a mean of such products, which is an
e-value, too.

`PricedFactors` and `UnpricedFactors` define the factors, and say why their mean is 1.
Each factor has a parameter (lambda, r or k), and its products are averaged over several
values of the parameter. A factor with lambda has two kinds of products. The first kind
has the factor with lambda in every game. The second kind has the mean of the factors
with lambda and with -lambda: it is large if some games are luckier, and others
unluckier, than chance allows, so that unlucky games cannot hide lucky games.
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

# The sizes of the parameter lambda of factors, which `PricedFactors` defines.
_HUNDREDTHS = np.array(POWERS) / 100

# Logarithms of the odds ratios r of `PricedFactors`. Ratios below 1 bet that too few
# final answers are right; together these ratios have 1 % of the initial wealth.
_LOG_ODDS = np.linspace(-7.0, 9.0, 33)
_FEW = _LOG_ODDS < 0
_SHARES = np.where(_FEW, 0.01 / _FEW.sum(), 0.99 / (~_FEW).sum())
_LOG_SHARES = elementary.log2(_SHARES * len(_SHARES)) * LN_2
LIMITS = (15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 75.0, 100.0, math.inf)
"""Budgets in nats; the test has products of factors for each of these budgets."""

_LOG_2 = log(2.0)
# The values of the parameter k of factors, which `UnpricedFactors` defines.
_KNOWN = np.array([0.003, 0.01, 0.03, 0.1, 0.3, 0.8])
_TINY = 1e-300  # the smallest number whose logarithm is taken
# A gain is e to the power of plus or minus one hundredth of the information that
# guesses have about an answer. The gain of an answer, divided by the gain of the most
# probable answer, is limited: it is at most this number and at least 1 / this number.
_LARGEST_GAIN = exp(13.0)
VOID = 1000.0
"""Smallest e-value that voids the score of an entry."""


def refusal(e_value: float, entries: int = 1) -> str:
    """Return why the score of an entry is void, or an empty string if it counts.

    `e_value` is the largest e-value of the entry's information test. `entries` is the
    number of entries that are tested together; they share the significance level
    equally.

    Examples
    --------
    >>> refusal(73.0), refusal(1500.0, entries=2)
    ('', '')
    >>> refusal(12345.6)
    'knows more about the secret than its clues say: information test with e-value \
12,346, which an honest entry reaches in at most one of 12,346 runs'
    """
    # An e-value of NaN means that nothing was tested.
    if not e_value >= entries * VOID:
        return ""
    return f"knows more about the secret than its clues say: {_odds(e_value)}"


def notice(e_value: float, entries: int = 1) -> str:
    """Return what to do about an e-value that is large but does not void the score.

    Return an empty string for any other e-value. `entries` is the number of entries
    that are tested together; they share the significance level equally.

    Examples
    --------
    >>> notice(2.9), notice(30.0, entries=2), notice(1e9)
    ('', '', '')
    >>> notice(73.0)
    'information test with e-value 73, which an honest entry reaches in at most one \
of 73 runs; play another run with a fresh seed: the e-values of all runs are \
multiplied, and 1,000 voids the score'
    """
    if not entries / ERROR <= e_value < entries * VOID:
        return ""
    return (
        f"{_odds(e_value)}; play another run with a fresh seed: the e-values of all "
        f"runs are multiplied, and {VOID:,.0f} voids the score"
    )


def _odds(e_value: float) -> str:
    shown = f"{e_value:,.0f}" if e_value < 1e9 else f"{e_value:.1g}"
    return (
        f"information test with e-value {shown}, which an honest entry reaches in at "
        f"most one of {shown} runs"
    )


class InformationTest:
    """The information test of one entry; the games of the entry are added in order.

    `value` is the largest e-value after any game so far. It is 1 if no e-value has been
    larger than 1.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.value = 1.0
        self._factors = PricedFactors if setting.mode.priced else UnpricedFactors
        self._log_wealth = np.zeros(self._factors.shape())

    def observe(self, games: Sequence[Game]) -> Factors:
        """Return an object that collects the factors of the next games.

        Pass the object to `Luck.of` as `on_guesses`, so that the games are replayed.
        Then pass the object to `add`.
        """
        return self._factors(games, self.setting)

    def add(self, factors: Factors, values: ArrayLike) -> Floats:
        """Add the games of `factors`, and return the e-value after each game.

        `factors` is a result of `observe` whose games have been replayed. `values` has
        the value of each game (see `Luck`). The result has the shape (n_games,).
        """
        rows = factors.of_games(np.asarray(values))
        if not np.isfinite(rows).all():
            raise ArithmeticError("a factor of the information test is not a number")

        # A sequential test may stop after any game, so each game needs an e-value.
        products = np.cumsum([self._log_wealth, *rows], axis=0)
        self._log_wealth = products[-1].copy()

        # A mean of e-values is an e-value. The first mean is over the values of a
        # parameter (lambda, r or k). The second mean is over the kinds of factors and
        # over the limits.
        ends = range(len(factors.log_shares), rows.shape[-1], len(POWERS))
        answers, *others = np.split(products[1:], ends, axis=-1)
        parts = [mean_exp(answers + factors.log_shares), *map(mean_exp, others)]
        e_values = np.asarray(np.mean(parts, axis=(0, 2)))
        self.value = max(self.value, float(e_values.max(initial=0.0)))
        return e_values


class Factors(ABC):
    """Logarithms of the factors of games, collected while the games are replayed.

    The replay calls the object with one guess of each game; the call adds the factors
    of these guesses.
    """

    log_shares: ClassVar[Floats]
    """Logarithm of the initial wealth of each product of factors with r or k.

    The initial wealths have the mean 1. `PricedFactors` defines r, `UnpricedFactors` k.
    """
    limits: ClassVar[int]
    """Number of budgets that have products of their own; 1 in games without prices."""
    kinds: ClassVar[int]
    """Number of kinds of factors that have the parameter lambda."""

    def __init__(self, games: Sequence[Game], setting: Setting) -> None:
        self.games = games
        self.setting = setting
        # `_first` has the factors with the parameter r (`PricedFactors`) or k
        # (`UnpricedFactors`). `_powers` has the factors with the parameter lambda: its
        # last axes are the kind of factor, the sign of lambda and the size of lambda.
        self._first = np.zeros((len(games), self.limits, len(self.log_shares)))
        signs = self.kinds, 2, len(POWERS)
        self._powers = np.zeros((len(games), self.limits, *signs))

    @classmethod
    def shape(cls) -> tuple[int, int]:
        """Return the number of budgets, and the number of factors for each budget."""
        return cls.limits, len(cls.log_shares) + 2 * cls.kinds * len(POWERS)

    @abstractmethod
    def __call__(self, guesses: Guesses) -> None:
        """Add the factors of one guess of each game in `guesses`."""

    def of_games(self, values: Floats) -> Floats:  # noqa: ARG002 - used with prices
        """Return the logarithms of the factors of each game.

        The shape is (n_games, n_limits, n_factors). `values` are the values of the
        games (see `Luck`).
        """
        plus = self._powers[..., 0, :]
        minus = self._powers[..., 1, :]
        # The logarithm of the mean of the factors with lambda and with -lambda,
        # computed so that exp does not overflow.
        larger = np.maximum(plus, minus)
        least = np.minimum(plus, minus) - larger
        both = larger + elementary.log1p(elementary.exp(least)) - _LOG_2
        powers = np.stack([plus, both], axis=-2)
        return np.concatenate(
            [self._first, powers.reshape(*powers.shape[:2], -1)], axis=-1
        )


class UnpricedFactors(Factors):
    """Factors of games without prices.

    The outcome y of a guess g is a clue, or that the guess is right. Let b be the
    belief before the guess, and ``P_b(y)`` the probability of y under b. A right guess
    has the probability b(g). If the guess is a function of the clues before it and of
    random numbers, y is drawn from ``P_b``. Then both factors have the mean 1.

    *Right guesses.* If the player knew the secret for a share k of its guesses, the
    probabilities of a right and of a wrong guess would be multiplied by

        1 + k (1 - b(g)) / b(g)  if the guess is right,  1 - k  if not.

    *Outcomes.* The factor is ``P_b(y) ** -lambda``, divided by its mean over y. It is
    large if outcomes are more surprising than the clues allow.
    """

    log_shares = np.zeros(len(_KNOWN))
    limits = 1
    kinds = 1

    def __call__(self, guesses: Guesses) -> None:
        """Add the factors of one guess of each game in `guesses`."""
        games = guesses.games
        step = guesses.step
        logarithms = _log(guesses.chances)

        # Right guesses. A guess that cannot be right has the factor 1.
        right = guesses.chances[-1][step]
        ratios = (1.0 - right) / np.maximum(right, _TINY)
        wrong = np.where(right > 0, -1.0, 0.0)
        gains = np.where(guesses.seen == len(logarithms) - 1, ratios, wrong)
        self._first[games, 0] += elementary.log1p(np.outer(gains, _KNOWN))

        # Outcomes.
        possible = guesses.chances > 0
        for number, share in enumerate(_HUNDREDTHS):
            for sign, power in enumerate((-share, share)):
                weights = elementary.exp((1.0 + power) * logarithms)
                mean = _log(np.add.accumulate(np.where(possible, weights, 0.0))[-1])
                gain = power * logarithms[guesses.seen, step] - mean[step]
                self._powers[games, 0, 0, sign, number] += gain


class PricedFactors(Factors):
    """Factors of games with prices.

    Let b be the belief before a guess g, s the secret, and P the channel at the price
    of g. ``P_b(y)`` is the probability of the clue y under b.

    *Guesses.* The expected information of the guess about a word w is

        f(w, g) = sum over y of P(y | w, g) ln(P(y | w, g) / P_b(y)).

    The factor is ``exp(lambda f(s, g))``, divided by its mean. The secret is the same
    in all turns. So the mean is taken under b times the earlier factors of the game,
    scaled to sum to 1. Then the sum of the product over all secrets and clues of a
    game, weighted by their probabilities, is 1: the last turn cancels first, then the
    turn before it, and so on. This holds if each guess is a function of the clues
    before it and of random numbers. A strategy that knows more about the secret has
    larger factors.

    *Clues.* The factor is ``(P(y | s, g) / P_b(y)) ** lambda``, divided by its mean
    over y. Given the secret and the guess, the channel draws y, whatever the strategy
    does. So the mean is 1, unless the guess or its price depends on the noise.

    *Final answers.* Let q be the probability that the final answer is right. For an
    odds ratio r the factor is ``r / (1 - q + q r)`` if the answer is right, and
    ``1 / (1 - q + q r)`` if it is wrong. Products with r above 1 are large if answers
    are right more often than their posteriors say. Products with r below 1 are large if
    answers are right less often, which an entry could do on purpose.

    Each of the `LIMITS` has products of its own. A guess or clue counts within a limit
    if the game has not exceeded the limit by then. A final answer counts if the game
    costs no more than the limit. So guesses beyond a budget do not make up for guesses
    within it.
    """

    log_shares = _LOG_SHARES
    limits = len(LIMITS)
    kinds = 2

    def __init__(self, games: Sequence[Game], setting: Setting) -> None:
        super().__init__(games, setting)
        answers = setting.vocabulary.answer_index
        self._answers = np.array([answers[game.answer] for game in games], np.intp)
        # For each sign of lambda, the gains, shape (n_states, n_answers). A state is a
        # sequence of turns. The gain of an answer is e to the power of plus or minus
        # one hundredth of the information that the guesses so far have about it.
        self._gains: list[Floats] = [np.ones((1, len(answers)))] * 2
        self._state = np.zeros(len(games), np.intp)  # row of `_gains` for each game

    def __call__(self, guesses: Guesses) -> None:
        """Add the factors of one guess of each game in `guesses`."""
        games = guesses.games
        step = guesses.step
        length = self.setting.vocabulary.length
        if not guesses.turn:
            self._state[games] = 0
            self._gains = [np.ones((1, guesses.rows.shape[1]))] * 2

        # Minus the logarithm of the probability of each clue, and the expected
        # information about answers with each true clue.
        keep = _keep_probabilities(guesses.prices, length)
        surprise = -_log(guesses.chances[:-1])
        information = np.empty(surprise.shape)
        # The entropy of the noise is left out: it is a constant, which would cancel.
        expect_values(surprise, keep, (1.0 - keep) / 2, length, information)

        # The expected information about the secret depends only on the true clue.
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

        # A guess counts within every limit that the game has not exceeded.
        for number, limit in enumerate(LIMITS):
            within = at_most(guesses.spent, limit)
            self._powers[games[within], number] += of_turn[within]

    def _add_gains(
        self, sign: int, guesses: Guesses, states: Indices, gains: Floats
    ) -> Floats:
        """Multiply the gain of each answer by the gain of its true clue.

        A gain is e to the power of plus or minus one hundredth of an information. A
        step is a guess of all games with equal turns so far (see `Guesses`). `gains`
        has the gain of each true clue, shape (n_clues, n_steps). `sign` is 0 for a
        positive and 1 for a negative lambda. `states` has, for each game, its row of
        ``_gains[sign]`` before the guess.

        Return the means of powers of `gains`, shape (n_steps, n_powers). There is a
        power for each size of lambda. The means are taken under the belief times the
        earlier factors.
        """
        beliefs = guesses.beliefs
        rows = guesses.rows
        step = guesses.step
        # All games of a step have the same guesses and clues so far, so they have the
        # same state.
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
        """Return the logarithms of the factors of each game.

        The shape is (n_games, n_limits, n_factors). `values` has, for each game, the
        probability that the final answer is right.
        """
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

    A step is a guess of all games with equal turns so far (see `Guesses`). `surprise`
    has minus the logarithm of the probability of each clue, shape (n_clues, n_steps).
    `keep` has, for each step, the probability that a mark is true. `true` has the true
    clue of each game. `shares` has the values of lambda, which are all positive or all
    negative; the result has a power for each of them. `length` is the number of letters
    of a word.
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
    """Return the logarithm of ``P(y | s, g) / P_b(y)`` for each game.

    `PricedFactors` explains the symbols. `logs` has two arrays, each with an element
    for each step: the logarithm of the probability that a mark is true, and the
    logarithm of the probability of each of the two false marks. `_clue_factors`
    explains the other parameters.
    """
    marks = all_marks(length)
    step = guesses.step
    differ = (marks[guesses.seen] != marks[true]).sum(axis=1)
    ratios = logs[1][step] * differ + logs[0][step] * (length - differ)
    return ratios + surprise[guesses.seen, step]


def _keep_probabilities(prices: Sequence[float], length: int) -> Floats:
    """Return, for each price, the probability that a mark is true.

    `length` is the number of letters of a word.
    """
    keep = {price: RESPONSE.steps(price, length).keep for price in {*prices}}
    return np.array([keep[price] for price in prices])


def _log(x: Floats) -> Floats:
    return elementary.log2(np.maximum(x, _TINY)) * LN_2
