from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import t

from contest.statistics.comparison.differences import critical_value, simultaneous
from contest.statistics.comparison.paired import paired
from contest.statistics.comparison.simultaneous import Ranking, guess_rankings, rankings
from contest.statistics.games import Games
from contest.statistics.sequences import mean_sequence
from game.errors import InputError
from game.protocol import Mode, Setting
from game.words import Vocabulary

PAIR = Vocabulary(("crane", "slate"), ("crane", "slate"))


def played(budgets, chances):
    """Return games with these budgets and exact chances."""
    budgets, chances = np.asarray(budgets, float), np.asarray(chances, float)
    unknown = np.full(len(budgets), np.nan)
    answers, outcomes = np.zeros((2, len(budgets)), np.uint32)
    rest = (unknown, outcomes, unknown, unknown)
    return Games(Setting(PAIR), answers, budgets, budgets, chances, *rest)


def classic(*numbers, answers=None):
    scores = np.array(numbers, float)
    answers = np.zeros(len(scores), np.uint32) if answers is None else answers
    rest = [np.full(len(scores), np.nan)] * 6
    return Games(Setting(PAIR, Mode.CLASSIC), answers, scores, *rest)


def drawn(generator, games):
    """Return the chances of four entries, whose games are of the same luck."""
    luck = generator.random(games)
    powers = (2.0, 2.2, 2.2, 3.0)
    chances = [0.8 * luck**p + 0.2 * generator.random(games) for p in powers]
    return chances, [0.8 / (p + 1) + 0.1 for p in powers]


def test_more_differences_need_wider_intervals_and_correlated_ones_less():
    one = critical_value(np.eye(1), 10**6)
    three = critical_value(np.eye(3), 10**6)
    alike = critical_value(np.full((3, 3), 0.9) + 0.1 * np.eye(3), 10**6)

    assert one == pytest.approx(1.960, abs=0.001)
    # Of the largest of three independent normal numbers: (1 + 0.95 ** (1 / 3)) / 2.
    assert three == pytest.approx(2.388, abs=0.01)
    assert one < alike < three
    assert critical_value(np.eye(3), 5) > three


def test_intervals_of_a_run_that_stops_by_itself_hold_at_any_time():
    (first, second, *_), _ = drawn(np.random.default_rng(3), 400)
    fixed = [played(np.ones(400), x) for x in (first, second, second)]
    stopped = [replace(games, horizon=400) for games in fixed]

    (once,), (always,) = (rankings(entries, 1.0) for entries in (fixed, stopped))

    assert always.gaps == pytest.approx(once.gaps)
    pair = mean_sequence((first - second + 1) / 2, 400, 0.05 / 3)
    away = np.abs(2 * np.array(pair) - 1 - once.gaps[0, 1]).max()
    assert always.reach[0, 1] == pytest.approx(away)
    assert 1.0 < always.reach[0, 1] / once.reach[0, 1] < 2.0


def test_two_entries_have_the_interval_of_a_pair():
    (first, second, *_), _ = drawn(np.random.default_rng(3), 200)

    (found,) = rankings([played(np.ones(200), x) for x in (first, second)], 1.0)

    pair = paired(first, second)
    gap = pair.first - pair.second
    assert found.gaps[0, 1] == pytest.approx(gap)
    # At 96 % it is Student's interval, too.
    wider = t.isf(0.02, 199) / t.isf(0.025, 199)
    assert found.reach[0, 1] == pytest.approx(wider * (gap - pair.low), rel=0.01)


def test_games_are_taken_block_by_block(monkeypatch):
    values, _ = drawn(np.random.default_rng(4), 1000)
    entries = [played(np.ones(1000), x) for x in values]
    (whole,) = rankings(entries, 1.0)
    monkeypatch.setattr("contest.statistics.comparison.differences._BLOCK", 64)

    (parts,) = rankings(entries, 1.0)

    np.testing.assert_allclose(parts.gaps, whole.gaps, rtol=0, atol=1e-12)
    np.testing.assert_allclose(parts.reach, whole.reach, rtol=1e-6)


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
    assert p05.groups == ((1,), (0,), (2,))


def test_an_entry_between_two_belongs_to_both_groups():
    gaps = np.array([[0.0, 0.1, 0.2], [-0.1, 0.0, 0.1], [-0.2, -0.1, 0.0]])

    found = Ranking("p50", (1.0, 2.0, 3.0), gaps, np.full((3, 3), 0.15))

    assert found.groups == ((0, 1), (1, 2))
    assert found.ranks == ((1, 2), (1, 3), (2, 3))


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

    assert not mean.reach.any()
    assert mean.ranks == ((1, 1), (2, 2))


def test_games_that_are_no_pairs_are_refused():
    with pytest.raises(InputError, match="2 games and 2 games and 3 games"):
        rankings([played([1.0] * n, [0.5] * n) for n in (2, 2, 3)])


@pytest.mark.slow
@pytest.mark.parametrize("games", [50, 200])
def test_all_intervals_together_cover_the_truth(games):
    generator = np.random.default_rng(games)
    inside, times = 0, 2000

    for _ in range(times):
        values, truth = drawn(generator, games)
        pairs = np.stack([a - b for a, b in combinations(values, 2)], axis=1)
        means, widths = simultaneous(pairs.__getitem__, games, 4)
        gaps = np.array([a - b for a, b in combinations(truth, 2)])
        inside += bool((np.abs(means - gaps) <= widths).all())

    assert inside / times >= 0.95
