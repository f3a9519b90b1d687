import math

import numpy as np
import pytest
from scipy.stats import binom

from contest.models.figures import KINDS, Interval, Judge, item_figures
from contest.models.games import (
    CostedGame,
    ask_item,
    named_setting,
    play_game,
    read_played,
)
from contest.models.scripted import CARELESS, Scripted
from contest.terminal.models import items_text, phrasings_text, players_text
from environments.items import make_item
from game.clues import classic
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from game.words import Vocabulary
from tests.widths import WIDTHS, too_long

WORDS = Vocabulary(
    ("mount", "count", "found", "vivid"), ("mount", "count", "found", "vivid")
)
SETTING = Setting(WORDS, Mode.CLASSIC, max_turns=6)


def won_game(*guesses):
    """Return a game of classic Wordle that the last guess wins."""
    turns = [Turn(word, math.inf, classic(guesses[-1], word)) for word in guesses]
    return Game(Mode.CLASSIC, guesses[-1], tuple(turns), guesses[-1], Outcome.WON)


def entropy(*sizes):
    shares = np.array(sizes) / sum(sizes)
    return float(-(shares * np.log2(shares)).sum())


@pytest.mark.parametrize(("limit", "late"), [(4, True), (5, False)])
def test_a_guess_is_late_from_half_of_the_limit_on(limit, late):
    answers = "hatch", "match", "catch", "latch"  # which CHELM separates
    words = Vocabulary(answers, (*answers, "vivid", "chelm"))
    setting = Setting(words, Mode.CLASSIC, max_turns=limit)
    game = won_game("vivid", "vivid", "hatch", "match")

    costs = Judge(setting).figures("me", [CostedGame(0, game, "", 4, 1, 9, 1.0)]).costs

    assert (costs["other"] == 0) == late  # that of HATCH, the third guess
    assert costs["late"] > 0  # that of MATCH, at least


def test_costs_are_those_of_partitions_and_every_guess_has_one_kind():
    game = won_game("vivid", "vivid", "vivid", "found", "mount", "count")
    judge = Judge(SETTING)

    figures = judge.figures("me", [CostedGame(0, game, "", 7, 1, 70, 1.5)])

    best_first = max(_worth(word, WORDS.answers) for word in WORDS.answers)
    left = ("mount", "count")
    best_left = max(_worth(word, left) for word in WORDS.guesses)
    assert figures.costs["first"] == pytest.approx(
        best_first - _worth("vivid", WORDS.answers)
    )
    assert figures.costs["repeat"] == pytest.approx(2 * best_left)
    # FOUND, excluded by VIVID, does not separate them; MOUNT does, and is late.
    wasted = best_left - _worth("found", left)
    assert figures.costs["contradiction"] == pytest.approx(wasted) == 1.5
    assert figures.costs["late"] == pytest.approx(0) == figures.costs["other"]
    assert figures.cost == pytest.approx(sum(figures.costs.values()) / 6)
    assert (figures.games, figures.won, figures.score) == (1, 1, 6)
    assert (figures.legal, figures.tokens) == (pytest.approx(6 / 7), 70)


def _worth(guess, answers):
    """Return the information of a guess, in bits, and its chance to be right."""
    clues = [classic(answer, guess) for answer in answers]
    bits = entropy(*(clues.count(clue) for clue in {*clues}))
    return bits + answers.count(guess) / len(answers)


def test_a_word_that_cannot_be_the_secret_is_a_contradiction():
    judge = Judge(SETTING)

    costs = judge.figures(
        "me", [CostedGame(0, won_game("found", "vivid", "count"))]
    ).costs

    # After FOUND only MOUNT and COUNT are left, and VIVID tells nothing.
    assert costs["contradiction"] == pytest.approx(1.5)


def test_lies_make_fewer_contradictions():
    setting = named_setting("fibble:1", WORDS)
    # The last mark of each is a lie: D is absent, and T correct.
    found, mount = classic("count", "found") + 1, classic("count", "mount") - 1
    turns = (Turn("found", math.inf, found), Turn("mount", math.inf, mount))
    game = Game(Mode.FIBBLE, "count", turns, "mount", Outcome.OUT_OF_TURNS)

    costs = Judge(setting).figures("me", [CostedGame(0, game)]).costs

    assert costs["contradiction"] == 0
    assert set(costs) == {*KINDS}


@pytest.mark.parametrize(("games", "least"), [(20, 0.929), (70, 0.937), (200, 0.944)])
def test_an_interval_of_wins_holds_their_share(games, least):
    """The chance that it holds the share, enumerated; docs/guide/models.md has it."""
    won, share = np.arange(games + 1), np.arange(0.002, 1, 0.002)
    intervals = [Interval.of([1.0] * k + [0.0] * (games - k)) for k in won]
    low, high = (
        np.array([getattr(i, end) for i in intervals]) for end in ("low", "high")
    )
    holds = (low[:, None] <= share) & (share <= high[:, None])

    covered = (binom.pmf(won[:, None], games, share) * holds).sum(axis=0)

    assert round(float(covered.min()), 3) >= least
    assert 0.96 < covered.mean() < 0.975
    assert intervals[0].high > 0.9 / games


def test_the_table_has_a_line_for_each_player_and_fits(fibble):
    model = Scripted(CARELESS, fibble)
    games = [read_played(play_game(model, fibble, "s", k), fibble, k) for k in range(9)]
    judge = Judge(fibble)
    figures = judge.figures(CARELESS, games)

    spread = judge.by_phrasing(games)
    assert list(spread) == ["brief", "plain", "stepwise"]
    means = [each.mean for each in spread.values()]
    assert sum(means) / 3 == pytest.approx(figures.adjusted.mean)
    assert judge.by_phrasing(games[:1]) == {}
    for width in WIDTHS:
        text = players_text([figures], 0.5, width)
        lines = text.splitlines()
        assert lines[1].startswith(CARELESS)
        assert lines[2].split() == ["ceiling", "50.0"]
        said = phrasings_text(spread, width)
        assert "spread" in said
        assert not too_long(f"{text}\n{said}", width)
    assert "nan" not in text


def test_figures_of_items_are_means_of_their_scores():
    setting = named_setting("fibble:1", Vocabulary.load())
    model = Scripted(CARELESS, setting)
    records = [ask_item(model, setting, "s", number) for number in range(16)]

    figures = item_figures(records, setting, "s")

    assert [each.kind for each in figures] == ["likeliest", "best", "mark", "posterior"]
    assert [each.items for each in figures] == [4] * 4
    assert all(each.legal == 1 for each in figures)
    scores = [
        make_item(setting, "s", k).score(records[k]["messages"][-1]["content"])
        for k in range(2, 16, 4)
    ]
    assert figures[2].loss == pytest.approx(sum(score.loss for score in scores) / 4)
    assert records[3]["messages"][0]["content"] == make_item(setting, "s", 3).message
    for width in WIDTHS:
        assert not too_long(items_text(figures, width), width)
