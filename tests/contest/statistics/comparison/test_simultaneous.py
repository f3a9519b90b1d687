import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import t

from contest.statistics.adjusted.luck import Luck
from contest.statistics.comparison.paired import compare_pairs
from contest.statistics.comparison.simultaneous import (
    guess_rankings,
    rankings,
    ranks_of,
)
from contest.statistics.games import Games
from contest.statistics.intervals import half_width
from game.protocol import Mode, Setting
from tests.contest.summaries import PAIR


def games(setting, answers, scores, yields, costs):
    """Return games whose clues are not known."""
    unknown, turns = np.full(len(scores), np.nan), np.full(len(scores), 9, np.uint16)
    none = np.empty((0, 1), np.float32)
    luck = Luck(yields, costs, turns, np.empty(0), none, np.zeros(1))
    columns = answers, scores, *[unknown] * 5
    return Games(setting, *columns, luck, [])


def played(budgets, chances):
    """Return games with these budgets and exact chances."""
    budgets, chances = np.asarray(budgets, float), np.asarray(chances, float)
    answers = np.zeros(len(budgets), np.uint32)
    return games(Setting(PAIR), answers, budgets, chances, budgets)


def classic(*numbers, answers=None):
    """Return games of so many guesses whose clues are not known."""
    scores = np.array(numbers, float)
    answers = np.zeros(len(scores), np.uint32) if answers is None else answers
    won = np.isfinite(scores)
    costs = np.where(won, scores, 9.0)
    return games(Setting(PAIR, Mode.CLASSIC), answers, scores, won.astype(float), costs)


def drawn(generator, games):
    """Return the chances of four entries, whose games are of the same luck."""
    luck = generator.random(games)
    powers = (2.0, 2.2, 2.2, 3.0)
    chances = [0.8 * luck**p + 0.2 * generator.random(games) for p in powers]
    return chances, [0.8 / (p + 1) + 0.1 for p in powers]


def test_intervals_of_a_run_that_stops_by_itself_hold_at_any_time():
    (first, second, *_), _ = drawn(np.random.default_rng(3), 400)
    fixed = [played(np.ones(400), x) for x in (first, second, second)]
    stopped = [replace(games, horizon=400) for games in fixed]

    (once,), (always,) = (rankings(entries, 1.0) for entries in (fixed, stopped))

    assert always.gaps == pytest.approx(once.gaps)
    half = half_width(first - second, 0.05 / 3, any_time=True)
    assert always.half_widths[0, 1] == pytest.approx(half)
    assert 1.0 < always.half_widths[0, 1] / once.half_widths[0, 1] < 2.0


def test_two_entries_have_the_interval_of_a_pair_and_three_share_its_error():
    (first, second, *_), _ = drawn(np.random.default_rng(3), 200)
    entries = [played(np.ones(200), chances) for chances in (first, second, second)]

    (two,), (three,) = (rankings(entries[:count], 1.0) for count in (2, 3))

    pair = compare_pairs(first, second)
    gap = pair.first - pair.second
    assert two.gaps[0, 1] == pytest.approx(gap)
    assert two.gaps[1, 0] == pytest.approx(-gap)
    assert two.half_widths[0, 1] == pytest.approx(gap - pair.low)
    wider = t.isf(0.025 / 3, 199) / t.isf(0.025, 199)
    assert three.half_widths[0, 1] == pytest.approx(wider * (gap - pair.low))
    # Equal in every game: the rule of three, for three pairs.
    assert three.half_widths[1, 2] == pytest.approx(math.log(3 / 0.05) / 200)


def test_the_order_is_by_the_budget_that_crosses_the_percentile():
    # Nobody but the last wins 95 %; of the first two, one wins more.
    entries = [
        played([10.0] * 100, [0.6] * 100),
        played([10.0] * 100, [0.7] * 100),
        played([20.0] * 100, [1.0] * 100),
    ]

    p05, _, p95 = rankings(entries)

    assert p05.values == (10.0, 10.0, 20.0)
    assert p05.ranks == ((2, 2), (1, 1), (3, 3))
    assert p95.order == (2, 1, 0)


def test_an_entry_between_two_may_have_the_rank_of_each():
    gaps = np.array([[0.0, 0.1, 0.2], [-0.1, 0.0, 0.1], [-0.2, -0.1, 0.0]])

    assert ranks_of(gaps > 0.15) == ((1, 2), (1, 3), (2, 3))


def test_fewer_guesses_are_better_in_the_games_that_all_solved():
    entries = [classic(3, 4, 5, np.inf), classic(4, 4, 5, 6), classic(4, 5, 6, 6)]

    mean, solved = guess_rankings(entries)

    assert mean.values == pytest.approx((4.0, 13 / 3, 5.0))
    assert mean.order == (0, 1, 2)
    assert solved.values == (0.75, 1.0, 1.0)
    assert mean.ranks == ((1, 3), (1, 3), (1, 3))


def test_all_answers_once_leave_no_doubt():
    each = np.arange(2, dtype=np.uint32)
    entries = [classic(3, 4, answers=each), classic(4, 4, answers=each)]

    mean, _ = guess_rankings(entries)

    assert not mean.half_widths.any()
    assert mean.ranks == ((1, 1), (2, 2))
