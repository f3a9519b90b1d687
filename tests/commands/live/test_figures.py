import math

import numpy as np
import pytest

from commands.live.figures import changes, crossing_error
from contest.statistics.games import GamesBuilder
from contest.statistics.posteriors import WinCurve
from game.clues import letterwise
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from game.words import Vocabulary

WORDS = Vocabulary(*[("crane", "slate", "mount", "jumpy")] * 2)
NOISY, CLASSIC = Setting(WORDS), Setting(WORDS, Mode.CLASSIC)


def noisy(prices, answer="crane"):
    """Return games that pay a price for a true clue of crane, and answer crane."""
    builder = GamesBuilder(NOISY)
    for price in prices:
        turn = Turn("crane", price, letterwise(answer, "crane"))
        builder.add(Game(Mode.WORDPL, answer, (turn,), "crane", Outcome.WON))
    return builder.build()


def classic(guesses):
    """Return games of so many guesses, one of each answer; 0 is a crash."""
    builder = GamesBuilder(CLASSIC)
    for answer, count in zip(WORDS.answers, guesses, strict=True):
        turns = (Turn("slate", math.inf, 0),) * count
        end = (answer, Outcome.WON) if count else ("", Outcome.CRASHED)
        builder.add(Game(Mode.CLASSIC, answer, turns, *end))
    return builder.build()


def test_the_error_of_a_percentile_is_that_of_the_theory():
    budgets = np.random.RandomState(1).normal(30.0, 2.0, 900)
    curve = WinCurve(budgets, np.ones(900))

    error = crossing_error(0.5, curve)

    # Of the median of a normal distribution, asymptotically.
    assert error == pytest.approx(2.0 * math.sqrt(math.pi / 2 / 900), rel=0.3)


def test_the_error_of_a_difference_is_that_of_the_pairs():
    numbers = np.random.RandomState(2)
    common, own = numbers.normal(30.0, 5.0, 400), numbers.normal(0.0, 0.1, 400)
    chances = np.full(400, 0.9)
    one, other = (WinCurve(b, chances) for b in (common, common + 1 + own))

    alone, paired = crossing_error(0.5, one), crossing_error(0.5, one, other)

    assert 0 < paired < alone / 4


def test_a_share_that_some_resamples_do_not_reach_has_no_error():
    few = WinCurve(np.arange(1.0, 21.0), np.tile([0.0, 1.0], 10))

    assert math.isnan(crossing_error(0.5, few))
    assert math.isfinite(crossing_error(0.05, few))


def test_a_noisy_version_has_percentiles_and_its_chance_to_win():
    dear, cheap = noisy([60.0] * 40), noisy([50.0] * 40)

    p05, *others, won = changes(cheap, dear)

    assert (p05.column, p05.value, p05.before) == ("p05", 50.0, 60.0)
    assert (p05.difference, p05.error, p05.better) == (-10.0, 0.0, True)
    assert [change.column for change in others] == ["p50", "p95"]
    assert (won.column, won.share) == ("won", True)
    assert 0.99 < won.value < won.before
    worse = next(changes(dear, cheap))
    assert (worse.difference, worse.better) == (10.0, False)


def test_classic_versions_have_mean_guesses_of_what_both_solved():
    before, after = classic([3, 4, 5, 0]), classic([3, 3, 0, 4])

    guesses, won = changes(after, before)

    assert (guesses.column, guesses.value, guesses.before) == ("guesses", 3.0, 3.5)
    assert guesses.error == pytest.approx(1 / 2)
    assert (won.column, won.value, won.before) == ("won", 0.75, 0.75)
