"""Strategies that know the secret or the noise gain nothing in adjusted values."""

import math
import random
from functools import cache

import numpy as np
import pytest

from contest.statistics.adjusted.bets import Hypothesis
from contest.statistics.adjusted.capped import cap_luck
from contest.statistics.adjusted.luck import adjust_values, yields
from game.draws import Draws
from game.hosts import deal
from game.loop import play
from game.noise import keep_probability
from game.protocol import Setting
from tests.contest.statistics.adjusted.asking import MATRIX, WORDS, Asks

SETTING = Setting(WORDS)
PRICES = 10.0, 4.45
BUDGET = 14.46
HYPOTHESES = [Hypothesis(share) for share in (0.05, 0.25, 0.5)]
HONEST = "trace", "lions"
GAMES = 400


@cache
def sizes(word):
    """Return for each answer how many have the same clue to a word."""
    row = MATRIX[WORDS.guess_index[word]]
    return np.bincount(row)[row]


def rarest(secret, words):
    """Return the words by how few answers share the clue of the secret."""
    index = WORDS.answer_index[secret]
    return sorted(words, key=lambda word: sizes(word)[index])


def near(secret):
    """Return answers but the secret that have most letters in common with it."""
    pairs = (zip(secret, word, strict=True) for word in WORDS.answers)
    alike = [sum(a == b for a, b in letters) for letters in pairs]
    alike[WORDS.answer_index[secret]] = -1
    return [WORDS.answers[k] for k in np.argsort(alike, kind="stable")[:-3:-1]]


def sometimes(share):
    """Return what asks for the secret in a share of the games."""

    def player(secret, draws, numbers):
        return Asks((secret,) * 2 if numbers.random() < share else HONEST, PRICES)

    return player


def honest(secret, draws, numbers):
    return Asks(HONEST, PRICES)


def asks_at_once(secret, draws, numbers):
    return Asks((secret,), (sum(PRICES),), secret)


def loses_on_purpose(secret, draws, numbers):
    wrong = WORDS.answers[secret == WORDS.answers[0]]
    return Asks((secret,) * 2, PRICES, wrong if numbers.random() < 0.3 else "")


def asks_for_neighbours(secret, draws, numbers):
    return Asks(near(secret), PRICES)


def chooses_any_words(secret, draws, numbers):
    return Asks(rarest(secret, WORDS.answers[::9])[:2], PRICES)


def needs_no_clue(secret, draws, numbers):
    return Asks(("trace",), (0.1,), secret)


def knows_the_noise(secret, draws, numbers):
    kept = (draws.noise(0, 5) < keep_probability(PRICES[0])).all()
    return Asks(HONEST, PRICES if kept else (0.1, 0.1))


ORACLES = {
    **{f"asks in {share:.0%}": sometimes(share) for share in (0.1, 0.3, 1.0)},
    **{
        oracle.__name__: oracle
        for oracle in (
            *(asks_at_once, loses_on_purpose),
            *(asks_for_neighbours, chooses_any_words),
            *(needs_no_clue, knows_the_noise),
        )
    },
}


@cache
def estimates(player):
    """Return the mean that is counted, then the adjusted one and those that are bet on.

    The latter have standard errors.
    """
    numbers, games = random.Random(1), []
    for number in range(GAMES):
        draws = Draws("oracles", number)
        host = deal(SETTING, draws)
        games.append(play(player(host.reveal(), draws, numbers), host, SETTING))
    luck, capped = cap_luck(games, SETTING, [BUDGET], HYPOTHESES)
    won, adjusted = yields(luck, BUDGET), adjust_values(luck, BUDGET)
    values = [adjusted]
    for null, of_bound in zip(HYPOTHESES, capped[0], strict=True):
        values.append(null.values(won, won - adjusted, of_bound))
    return won.mean(), [(x.mean(), x.std() / math.sqrt(len(x))) for x in values]


@pytest.mark.system
@pytest.mark.parametrize("oracle", ORACLES)
def test_an_oracle_gains_nothing_at_any_share(oracle):
    _, of_honest = estimates(honest)

    counted, found = estimates(ORACLES[oracle])

    for (mean, error), (most, spread) in zip(found, of_honest, strict=True):
        assert mean <= most + 2 * math.hypot(error, spread)
    if oracle not in ("needs_no_clue", "knows_the_noise"):
        assert counted > 1.2 * of_honest[0][0]
