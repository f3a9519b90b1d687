"""Information test: e-value of "the guesses depend on the secret by the clues alone".

Exact posteriors are the chances to win only under this null hypothesis. A strategy with
other information about the secret guesses it early, and the clues then confirm it. The
test compares the information of the clues about the secret with its expectation under
the posterior of the clues.

Notes
-----
The e-value is the mean of three, each a product over the games of factors with mean 1,
in games with prices.

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
have a share of 1 % together. Such a product ever reaches a number x with a probability
of at most 1 / x (J. Ville 1939). As this is all that is proved, an honest entry does
reach 20 in some runs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contest.statistics.adjusted.capped import CappedLuck
from contest.statistics.adjusted.luck import Guesses, Luck
from contest.statistics.evalues import ERROR, mean_exp
from game.channels.channel import differences
from game.channels.response import RESPONSE
from game.elementary import LN_2, exp
from game.protocol import Outcome, Setting
from game.record import Game
from game.words import Vocabulary
from solver.belief.answers_kernel import multiply_by_clue, sum_gains
from solver.numeric import elementary

Floats = NDArray[np.float64]

_POWERS = (2, 5, 10, 20, 50)  # lambda in hundredths
_LOG_ODDS = np.linspace(-7.0, 9.0, 33)
_FEW = _LOG_ODDS < 0
_SHARES = np.where(_FEW, 0.01 / _FEW.sum(), 0.99 / (~_FEW).sum())
_LOG_SHARES = elementary.log2(_SHARES * len(_SHARES)) * LN_2
_KNOWN = np.array([0.003, 0.01, 0.03, 0.1, 0.3, 0.8])  # shares of guesses
_TINY = 1e-300  # the smallest number whose logarithm is taken
_LARGEST_GAIN = exp(13.0)  # of a word, relative to the most probable one
VOID = 1000.0
"""E-value from which the score of an entry does not count."""


def refusal(e_value: float, entries: int = 1, least: float = VOID) -> str:
    """Return why the score of an entry does not count, empty if it does.

    `e_value` is the largest of its information test, and `least` that from which a
    score does not count; the `entries` that are tested together have equal shares of
    the significance level.

    Examples
    --------
    >>> refusal(73.0), refusal(1500.0, entries=2)
    ('', '')
    >>> refusal(12345.6)
    'uses more about the secret than its clues say: information test with e-value \
12,346, which an honest entry reaches in one run of 12,346'
    """
    if not e_value >= entries * least:  # NaN where nothing is tested
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

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.value = 1.0
        self._log_wealth = np.zeros(len(_LOG_ODDS) + 2 * len(_POWERS))

    def add(
        self,
        games: Sequence[Game],
        chances: ArrayLike,
        factors: TurnFactors | None = None,
    ) -> Floats:
        """Add games of WORDPL and return the e-value after each of them.

        `chances` are those of the final answers, as `final_chances` returns them;
        `factors` are those of the games, where they were replayed before.
        """
        if factors is None:
            factors = TurnFactors(games, self.vocabulary)
            Luck.of(games, Setting(self.vocabulary), factors)
        won = np.array([game.outcome is Outcome.WON for game in games])
        odds = elementary.log1p(
            np.outer(np.asarray(chances), elementary.exp(_LOG_ODDS) - 1.0)
        )
        rows = np.hstack([np.outer(won, _LOG_ODDS) - odds, factors.logarithms])
        self._log_wealth, e_values = _e_values(self._log_wealth, rows, _LOG_SHARES)
        self.value = max(self.value, float(e_values.max(initial=0.0)))
        return e_values


class OutcomeTest:
    """The information test of one entry's games without prices, added in order."""

    def __init__(self) -> None:
        self._log_wealth = np.zeros(len(_KNOWN) + len(_POWERS))

    def add(self, games: Sequence[Game], luck: CappedLuck) -> Floats:
        """Add games of classic Wordle or Fibble and return the e-value after each.

        They are added to `luck` too, with which they share their replay.
        """
        factors = np.zeros((len(games), len(self._log_wealth)))

        def add_factors(guesses: Guesses, index: NDArray[np.intp]) -> None:
            factors[index] += _outcome_factors(guesses)

        for _ in luck.add(games, add_factors):
            pass
        shares = np.zeros(len(_KNOWN))
        self._log_wealth, e_values = _e_values(self._log_wealth, factors, shares)
        return e_values


def _outcome_factors(guesses: Guesses) -> Floats:
    """Return the logarithms of the factors of guesses, shape (n_games, n_factors)."""
    step, logarithms = guesses.step, _log(guesses.chances)
    right = guesses.chances[-1][step]
    ratios = (1.0 - right) / np.maximum(right, _TINY)
    wrong = np.where(right > 0, -1.0, 0.0)  # a word that cannot be right says nothing
    gains = np.where(guesses.seen == len(logarithms) - 1, ratios, wrong)
    columns = [elementary.log1p(np.outer(gains, _KNOWN))]
    for share in np.array(_POWERS) / 100:
        tilted = elementary.exp((1.0 - share) * logarithms)
        mean = _log(np.add.accumulate(tilted)[-1])
        columns.append(-share * logarithms[guesses.seen, step, None] - mean[step, None])
    return np.hstack(columns)


def _e_values(
    log_wealth: Floats, factors: Floats, log_shares: Floats
) -> tuple[Floats, Floats]:
    """Return the logarithms of products after some games, and the e-value after each.

    `log_wealth` has those before, and `factors` the logarithms of the factors of each
    game: of answers, whose shares have the logarithms `log_shares` up to a constant,
    then for the powers of all else.
    """
    if not np.isfinite(factors).all():
        raise ArithmeticError("a factor of the information test is not a number")
    products = np.cumsum([log_wealth, *factors], axis=0)
    ends = range(len(log_shares), factors.shape[1], len(_POWERS))
    answers, *others = np.split(products[1:], ends, axis=1)
    parts = [mean_exp(answers + log_shares), *map(mean_exp, others)]
    return products[-1].copy(), np.asarray(np.mean(parts, axis=0))


class TurnFactors:
    """Factors of the turns of games, which `contest.statistics.adjusted.luck` replays.

    Calling it with the guesses of a turn adds theirs. `logarithms` are by game: those
    of its guesses for each power, then those of its clues.
    """

    def __init__(self, games: Sequence[Game], vocabulary: Vocabulary) -> None:
        self.logarithms = np.zeros((len(games), 2 * len(_POWERS)))
        self._length = vocabulary.length
        self._answers = [vocabulary.answer_index[game.answer] for game in games]
        # For each answer, one hundredth of the information of the guesses so far about
        # it, as a power of e; and the index of each game's.
        self._gains: Floats = np.ones((1, len(vocabulary.answers)))
        self._state = np.zeros(len(games), np.intp)

    def __call__(self, guesses: Guesses, games: NDArray[np.intp]) -> None:
        """Add the factors of a guess of each of some games."""
        rows, step, length = guesses.rows, guesses.step, self._length
        if not guesses.turn:
            self._state[games] = 0
            self._gains = np.ones((1, rows.shape[1]))
        parents = np.zeros(len(rows), np.intp)
        parents[step] = self._state[games]
        gains: Floats = np.empty(rows.shape)
        weights = np.empty((len(_POWERS), 3**length, len(rows)))
        before = guesses.beliefs, self._gains, parents
        sum_gains(rows, *before, _LARGEST_GAIN, gains, weights)
        true = rows[step, [self._answers[game] for game in games]]
        keep = np.array([RESPONSE.steps(x, length).keep for x in guesses.prices])
        surprise = -_log(guesses.chances[:-1])
        # The entropy of the noise, a constant, would cancel.
        information = _pass_through(surprise, keep, (1.0 - keep) / 2, length)
        of_guess = elementary.exp(information / 100)
        of_guesses = _guess_factors(weights, information, of_guess, step, true)
        of_clues = _clue_factors(surprise, keep, length, step, true, guesses.seen)
        self.logarithms[games] += np.hstack([of_guesses, of_clues])
        multiply_by_clue(gains, rows, of_guess)
        self._gains, self._state[games] = gains, step


def _guess_factors(
    weights: Floats,
    information: Floats,
    gains: Floats,
    step: NDArray[np.intp],
    true: NDArray[np.unsignedinteger],
) -> Floats:
    """Return the logarithms of the factors of guesses, shape (n_turns, n_powers).

    `weights` are the beliefs times the factors so far, by power and true clue; `gains`
    are e to the power of one hundredth of the `information`.
    """
    weights = weights / np.add.accumulate(weights, axis=1)[:, -1:]
    means = np.add.accumulate(weights * np.stack(_powers(gains)), axis=1)[:, -1]
    columns = (
        power / 100 * information[true, step] - _log(mean)[step]
        for power, mean in zip(_POWERS, means, strict=True)
    )
    return np.stack([*columns], axis=-1)


def _clue_factors(
    surprise: Floats,
    keep: Floats,
    length: int,
    step: NDArray[np.intp],
    true: NDArray[np.unsignedinteger],
    seen: NDArray[np.intp],
) -> Floats:
    """Return the logarithms of the factors of clues, shape (n_turns, n_powers).

    `surprise` is minus the logarithm of the probability of each clue, by step.
    """
    logs = _log(keep), _log((1.0 - keep) / 2)
    pairs = zip(seen.tolist(), true.tolist(), strict=True)
    differ = np.array([differences(clue, length)[truth] for clue, truth in pairs])
    ratio = logs[1][step] * differ + logs[0][step] * (length - differ)
    ratio += surprise[seen, step]
    columns = []
    powers = _powers(elementary.exp(surprise / 100))
    for share, of_surprise in zip(np.array(_POWERS) / 100, powers, strict=True):
        keeps, lies = (elementary.exp((1 + share) * x) for x in logs)
        mean = _pass_through(of_surprise, keeps, lies, length)[true, step]
        columns.append(share * ratio - _log(mean))
    return np.stack(columns, axis=-1)


def _pass_through(values: Floats, keep: Floats, lie: Floats, length: int) -> Floats:
    """Pass columns of values by true clue through channels, one letter at a time."""
    for letter in range(length):
        parts = values.reshape(3**letter, 3, -1, len(keep))
        every = lie * (parts[:, 0] + parts[:, 1] + parts[:, 2])
        values = every[:, None] + (keep - lie) * parts
    return values.reshape(3**length, -1)


def _powers(x: Floats) -> tuple[Floats, ...]:
    """Return some numbers to each of `_POWERS`."""
    second = x * x
    fifth = second * second * x
    tenth = fifth * fifth
    twentieth = tenth * tenth
    return second, fifth, tenth, twentieth, twentieth * twentieth * tenth


def _log(x: Floats) -> Floats:
    return elementary.log2(np.maximum(x, _TINY)) * LN_2
