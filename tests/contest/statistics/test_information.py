import math
import random
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from contest.statistics.adjusted.luck import Luck
from contest.statistics.games import GamesBuilder
from contest.statistics.information import InformationTest, notice, refusal
from game.channels.response import likelihoods
from game.clues import letterwise
from game.draws import Draws
from game.hosts import deal
from game.loop import Scripted, play
from game.noise import keep_probability
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from game.words import Vocabulary
from solver.matrix.clue_matrix import clue_matrix

WORDS = Vocabulary.load()
SETTING = Setting(WORDS)
FEW = Vocabulary(("abcd", "bcde", "bacd"), ("abcd", "bcde", "bacd"))
GUESSES = (("abcd", 2.5), ("bacd", 4.0))


def add(test, games, values=None):
    """Add games to a test, with the values of the test's replay or with these."""
    factors = test.observe(games)
    luck = Luck.of(games, test.setting, factors)
    return test.add(factors, luck.values if values is None else values)


def e_values(games, values=None, setting=SETTING):
    return add(InformationTest(setting), games, values)


def played(count, strategy, seed="1"):
    """Return games of a strategy that is made from each secret and its noise."""
    games = []
    for number in range(count):
        draws = Draws(seed, number)
        host = deal(SETTING, draws)
        games.append(play(strategy(host.reveal(), draws), host, SETTING))
    return games


def test_a_turn_leaves_the_expected_e_value_as_it_was():
    def expected(first, seconds):
        """Return the sum of e-values times probabilities after one clue, or two."""
        total = 0.0
        for secret, second in product(FEW.answers, seconds):
            asked = zip(GUESSES, (first, second), strict=True)
            turns = tuple(Turn(*g, clue) for g, clue in asked if clue is not None)
            final = "" if second is None else FEW.answers[second % 3]
            end = Outcome.WON if final == secret else Outcome.WRONG
            game = Game(
                *(Mode.WORDPL, secret, turns, final, end if final else Outcome.CRASHED)
            )
            (value,) = add(InformationTest(Setting(FEW)), [game])
            total += value * np.prod(
                [
                    likelihoods(t.clue, t.epsilon, 4)[letterwise(secret, t.guess)]
                    for t in turns
                ]
            )
        return total

    assert expected(40, range(81)) == pytest.approx(expected(40, [None]), rel=1e-12)
    assert sum(expected(first, [None]) for first in range(81)) == pytest.approx(3)


# One clue at a price, and then an answer.
def asks(word, price, answer):
    return Scripted([(word, price), (answer, 0.0)])


def lucky(_, draws):
    """Return a strategy that pays for a clue without false marks alone."""
    # The clue of this player is true in all marks if it would be at 12 nats.
    kept = (draws.noise(0, 5) < keep_probability(12.0)).all()
    return asks("trace", 12.0 if kept else 0.1, "crane")


@pytest.mark.parametrize(
    ("games", "strategy"),
    [
        pytest.param(6, lambda s, _: asks(s, 17.0, s), id="asks for the secret"),
        pytest.param(9, lambda s, _: asks(s, 8.0, s), id="at a lower price"),
        pytest.param(60, lucky, id="knows the noise"),
        pytest.param(5, lambda s, _: asks("trace", 1.0, s), id="needs no clue"),
        pytest.param(6, lambda s, _: asks(s, 40.0, "crane"), id="loses on purpose"),
    ],
)
def test_a_strategy_that_knows_more_than_its_clues_say_is_refused(games, strategy):
    assert refusal(e_values(played(games, strategy))[-1])


@pytest.mark.parametrize("price", [17.0, 100.0])
def test_unlucky_games_do_not_hide_lucky_ones(price):
    matrix = clue_matrix(WORDS, SETTING.rule)[::40]
    sizes = np.array([np.bincount(row, minlength=243)[row] for row in matrix])

    def half(secret, draws):
        # The word that says least about the secret, at a price within or beyond 15.
        if draws.game % 2:
            return asks(secret, 14.0, secret)
        worst = sizes[:, WORDS.answer_index[secret]].argmax()
        return asks(WORDS.guesses[40 * int(worst)], price, "crane")

    assert refusal(e_values(played(60, half)).max())


def test_a_strategy_that_draws_its_guesses_is_not_refused():
    randoms = random.Random(2)

    def draws(*_):
        words = randoms.choices(WORDS.answers, k=2)
        return asks(words[0], randoms.uniform(1, 30), words[1])

    assert not refusal(e_values(played(300, draws)).max())


def asks_often(price, count):
    """Return a strategy that asks for different words, then answers."""
    return lambda *_: Scripted(
        [*((word, price) for word in WORDS.answers[:count]), ("crane", 0.0)]
    )


@pytest.mark.parametrize("price", [700.0, 1e4, 1e308])
def test_exact_clues_have_e_values_that_are_numbers(price):
    with np.errstate(all="raise", under="ignore"):
        found = e_values(played(9, asks_often(price, 5)))

    # Nearly exact clues say nothing that the player did not pay for.
    assert 0.3 < found.min() <= found.max() < 1.2


@pytest.mark.parametrize("price", [9.5, 30.0])
def test_many_guesses_have_e_values_that_are_numbers(price):
    with np.errstate(all="raise", under="ignore"):
        found = e_values(played(3, asks_often(price, 300)))

    assert not notice(found.max())
    assert found.min() > 0


def test_a_value_that_is_no_number_is_an_error_and_no_verdict():
    games = played(1, asks_often(9.0, 2))

    with pytest.raises(ArithmeticError, match="not a number"):
        e_values(games, [math.nan])


def test_answers_that_are_wrong_too_often_show_little():
    few = [
        game
        for game in played(400, asks_often(17.0, 3))
        if game.outcome is Outcome.WRONG
    ]
    games = few[:60]

    wrong = e_values(games, [0.2] * 60)[-1]
    wins = [replace(game, outcome=Outcome.WON) for game in games]
    right = e_values(wins, [0.8] * 60)[-1]

    # Winning more often than the clues allow is evidence; losing is hardly any.
    assert right > 90 * wrong


def test_the_replay_for_adjusted_values_gives_the_same_e_values():
    games = played(60, asks_often(9.0, 2))  # V is fitted after 50
    builder = GamesBuilder(SETTING)

    for game in games:
        builder.add(game)

    assert builder.build().side_information == pytest.approx(e_values(games))


def test_games_in_parts_have_the_same_e_values_as_all_at_once():
    moves = [("trace", 9.0), ("lions", 6.0), ("crane", 0.0)]
    games = played(30, lambda *_: Scripted(moves))
    test = InformationTest(SETTING)

    parts = [add(test, games[k : k + 7]) for k in range(0, 30, 7)]

    assert np.concatenate(parts).tolist() == e_values(games).tolist()
    ends = [
        0.938494566055,
        0.879757280931,
        0.83221899064,
        0.743895908894,
        0.736150139533,
    ]
    assert [part[-1] for part in parts] == pytest.approx(ends, rel=1e-8)
