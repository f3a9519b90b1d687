import math

import numpy as np
import pytest
from scipy.stats import t

from contest.statistics.adjusted.luck import Luck
from contest.statistics.comparison import (
    compare_guesses,
    compare_pairs,
    compare_with_first,
    contrasts,
)
from contest.statistics.games import Games
from game.errors import InputError
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from tests.contest.summaries import PAIR, played


def games(setting, answers, scores, yields, costs):
    """Return games whose clues are not known."""
    unknown = np.full(len(scores), np.nan)
    turns = np.full(len(scores), 9, np.uint16)
    none = np.empty((0, 1), np.float32)
    luck = Luck(yields, costs, turns, np.empty(0), none, np.zeros(1))
    columns = answers, scores, *[unknown] * 4
    return Games(setting, *columns, luck, np.empty((0, 0, len(luck))))


def scored(*numbers, answers=None):
    """Return games of so many guesses whose clues are not known."""
    scores = np.array(numbers, float)
    answers = np.zeros(len(scores), np.uint32) if answers is None else answers
    won = np.isfinite(scores)
    costs = np.where(won, scores, 9.0)
    return games(Setting(PAIR, Mode.CLASSIC), answers, scores, won.astype(float), costs)


def game(budget, final, answer="crane"):
    outcome = Outcome.WON if final == answer else Outcome.WRONG
    turns = (Turn("slate", budget, 18),) if budget else ()
    return Game(Mode.WORDPL, answer, turns, final, outcome)


def classic(number, answer="crane", outcome=Outcome.WON):
    turns = (Turn("slate", math.inf, 0),) * number
    return Game(Mode.CLASSIC, answer, turns, answer, outcome)


def test_the_interval_is_of_the_paired_differences():
    generator = np.random.default_rng(1)
    shared = generator.random(2000)
    # Both entries share most of their luck, and A is better by 0.02.
    first = shared + 0.1 * generator.random(2000)
    second = shared + 0.1 * generator.random(2000) - 0.02

    found = compare_pairs(first, second)

    assert found.low < 0.02 < found.high
    assert found.larger == 0
    half = t.isf(0.025, 1999) * (first - second).std(ddof=1) / math.sqrt(2000)
    assert (found.high - found.low) / 2 == pytest.approx(half)
    same = compare_pairs(first, first - 0.1)  # the rule of three applies
    assert (same.low, same.high) == pytest.approx(
        (0.1 - 3 / 2000, 0.1 + 3 / 2000), abs=1e-5
    )


def test_the_better_one_crosses_within_a_smaller_budget():
    # A wins 60 % within 10, B 80 % within 20 and nothing within 10.
    a = [game(10.0, "crane")] * 60 + [game(10.0, "slate")] * 40
    b = [game(20.0, "crane")] * 80 + [game(20.0, "slate")] * 20

    p05, p50, p95 = contrasts(played(a), played(b))

    assert (p05.budget, p50.budget, p95.budget) == (10.0, 10.0, math.inf)
    assert p05.chances.larger == p50.chances.larger == 0
    assert p50.chances.second == 0.0
    assert p95.chances.larger == 1
    assert p95.chances.first < p95.chances.second


def test_the_interval_of_paired_wins_covers_the_truth():
    generator = np.random.default_rng(5)
    inside = 0

    for _ in range(400):
        luck = generator.random(60)
        # A wins 30 % and B 22 %, with the same luck but for some games.
        own = np.where(generator.random(60) < 0.3, generator.random(60), luck)
        scores = np.where(luck < 0.3, 4, np.inf), np.where(own < 0.22, 4, np.inf)
        *_, solved = contrasts(*(scored(*each) for each in scores))
        inside += solved.chances.low <= 0.08 <= solved.chances.high

    # 95 % with an error of 1.1 percentage points for 400 runs; a wider interval is no
    # fault.
    assert 0.92 < inside / 400 <= 1


def test_classic_wordle_compares_the_numbers_of_guesses():
    a = [classic(3), classic(4, "slate")]
    b = [classic(4), classic(4, "slate")]
    lost = [classic(6, outcome=Outcome.OUT_OF_TURNS), b[1]]

    first, second, third = (played(x, mode=Mode.CLASSIC) for x in (a, b, lost))
    numbers, many = (
        compare_guesses(first, second),
        compare_guesses(scored(*[3, 4] * 30), scored(*[4, 4] * 30)),
    )

    assert (numbers.first, numbers.second) == (3.5, 4.0)
    # Every answer once: no doubt.
    assert numbers.low == numbers.high == -0.5
    assert many.low < -0.5 < many.high < 0
    within_3, within_4 = contrasts(first, second)
    assert (within_3.chances.larger, within_4.chances.larger) == (0, -1)
    *_, last = contrasts(first, third)
    assert (last.chances.low, last.chances.high) == (0.5, 0.5)


def test_games_on_other_secrets_are_refused():
    two = played([game(1, "crane")] * 2)
    three = played([game(1, "crane")] * 3)

    with pytest.raises(InputError, match="same secrets"):
        contrasts(two, played([game(1, "crane", "slate")] * 2))
    with pytest.raises(InputError, match=r"2 games and 3 games: .* same secrets"):
        contrasts(two, three)
    with pytest.raises(InputError, match="at least 2"):
        contrasts(*[played([game(1, "crane")])] * 2)


def test_comparisons_with_the_first_entry_share_the_error():
    generator = np.random.default_rng(3)
    secrets = np.zeros(200, np.uint32)
    budgets = np.ones(200)
    luck = generator.random(200)
    first, second, third = (
        0.8 * luck**power + 0.2 * generator.random(200) for power in (2.0, 2.2, 2.2)
    )
    entries = [
        games(Setting(PAIR), secrets, budgets, chances, budgets)
        for chances in (first, second, third)
    ]

    (one,) = compare_with_first(entries[:2])
    both = compare_with_first(entries)

    alone = one.contrasts[0]
    shared, last = (comparison.contrasts[0] for comparison in both)
    assert (shared.chances.first, shared.chances.second) == pytest.approx(
        (first.mean(), second.mean())
    )
    assert last.chances.second == pytest.approx(third.mean())
    widths = [c.chances.high - c.chances.low for c in (alone, shared)]
    assert widths[1] / widths[0] == pytest.approx(
        t.isf(0.025 / 2, 199) / t.isf(0.025, 199)
    )
