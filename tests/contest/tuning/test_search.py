import math
import re

import numpy as np
import pytest

from contest.statistics.posteriors import WinCurve
from game.protocol import Mode, Outcome, Setting
from game.record import Game
from game.words import Vocabulary

pytest.importorskip("optuna", reason="needs the extra [tune]")

from optuna.distributions import IntDistribution

from contest.tuning.search import (
    BATCH,
    Pruning,
    TuningError,
    count_points,
    measure_loss,
    parse_range,
    round_value,
    search_space,
)


@pytest.mark.parametrize(
    ("text", "first", "last", "count"),
    [
        ("a=7:11", 7, 11, 4001),
        ("a=0.001:0.002", 0.001, 0.002, 1001),
        ("a=0:1e6", 0, 1e6, 1001),
        ("n=1:5:1", 1, 5, 5),
        ("n=0:1:0.4", 0, 0.8, 3),
        ("n=-3:4:2", -3, 3, 4),
    ],
)
def test_a_range_has_a_step_and_ends_on_it(text, first, last, count):
    name, found = parse_range(text)

    assert (name, found.low, found.high) == (text[0], first, last)
    assert count_points([found]) == count
    assert isinstance(found, IntDistribution) == text.endswith((":1", ":2"))


def test_a_value_has_no_error_of_rounding():
    assert [round_value(k * 0.1) for k in (3, 6, 7)] == [0.3, 0.6, 0.7]


@pytest.mark.parametrize(
    "text",
    [
        *("a", "a=1", "a=1:x", "a=2:1", "a=1:1", "a=1:2:0", "1=1:2", "a=1:inf", "=1:2"),
        *("a=-1e308:1e308", "a=0:1e300:1e-300", f"a=-{10**308}:{10**308}:1"),
    ],
)
def test_a_range_that_is_none_is_quoted(text):
    with pytest.raises(TuningError, match=re.escape(text)):
        parse_range(text)


@pytest.mark.parametrize(
    ("template", "names", "quoted"),
    [
        ("mine:Mine(x={a})", "b", "'b'"),
        ("mine:Mine(x={a}, y={b})", "a", "b=1:2"),
        ("mine:Mine(x={a})", "aa", "twice"),
        ("mine:Mine(x={a)", "a", "Mine"),
        ("mine:Mine()", "", "placeholders"),
        ("mine:Mine({a:q})", "a", "expected a name alone"),
        ("mine:Mine({a!x})", "a", "expected a name alone"),
        ("mine:Mine({a}, {})", "a", "expected a name alone"),
        ("mine:Mine({a:{b}})", "a", "expected a name alone"),
        ("mine:Mine({a.real})", "a", "expected a name alone"),
    ],
)
def test_placeholders_and_ranges_must_be_the_same(template, names, quoted):
    with pytest.raises(TuningError, match=re.escape(quoted)):
        search_space(template, [f"{name}=1:2" for name in names])


def test_to_win_too_seldom_is_never_better_than_to_pay():
    budgets = np.full(100, 10.0)
    enough = measure_loss(WinCurve(budgets + 5, np.full(100, 0.051)), 0.05)
    curves = [WinCurve(budgets, np.full(100, chance)) for chance in (0.03, 0.02, 0)]
    short = [measure_loss(curve, 0.05) for curve in curves]

    assert enough == 15.0
    assert 15.0 < short[0] < short[1] < short[2] < math.inf


def test_half_of_the_games_are_not_given_up_to_save_nats():
    # Two guesses of 21 and 20 nats, of 16.9 and 18.7, of 15.3 and 15.4.
    measured = [(42.5, 0.5), (35.6, 0.415), (30.7, 0.338)]

    curves = [WinCurve(np.full(9, b), np.full(9, p)) for b, p in measured]
    losses = [measure_loss(curve, 0.5) for curve in curves]

    assert losses == sorted(losses)


def test_the_chance_to_win_is_lowered_by_one_standard_error():
    # The cheapest games are won for sure, and the others are lost.
    def found(won):
        chances = np.zeros(400)
        chances[:won] = 1.0
        return measure_loss(WinCurve(np.arange(400.0, 800.0), chances), 0.05)

    # 20 of 400 are 5 %; 25 of them are still 5 % less one standard error.
    assert found(20) > 799
    assert found(26) < 430


WORDS = ("crane", "slate", "trace", "solid")
FOUR = Vocabulary(WORDS, WORDS)
BLIND = Game(Mode.WORDPL, "crane", (), "slate", Outcome.WRONG).to_row()


def games_until_pruned(best, share):
    """Let a trial win a quarter of its games for nothing, beside a best trial."""
    curve = None if best is None else WinCurve(np.full(500, 10.0), np.full(500, best))
    pruning = Pruning(Setting(FOUR), curve, share)
    return next((n for n in range(1, 500) if pruning(BLIND)), None)


def test_a_trial_that_wins_too_seldom_within_the_loss_of_the_best_is_pruned():
    assert games_until_pruned(0.3, 0.28) == BATCH


@pytest.mark.parametrize(("best", "share"), [(0.3, 0.2), (0.1, 0.2), (None, 0.9)])
def test_a_trial_that_may_be_as_good_is_not_pruned(best, share):
    assert games_until_pruned(best, share) is None
