import math
import re

import pytest
from scipy.stats import binom

from contest.runs.scores import summarise
from contest.statistics.quantiles import at_most, interval, percentile, rank_interval
from game.record import RecordError
from game.words import Vocabulary

WORDS = Vocabulary(("crane", "slate"), ("crane", "slate"))


def test_percentiles_of_an_official_run_are_ranks_51_501_and_951():
    scores = [float(rank) for rank in range(1001, 0, -1)]

    assert [percentile(scores, p) for p in (0.05, 0.5, 0.95)] == [51, 501, 951]


@pytest.mark.parametrize("games", [20, 100, 1000, 10_000])
def test_a_share_that_is_a_whole_number_of_games_is_that_rank(games):
    scores = [float(rank) for rank in range(1, games + 1)]

    assert percentile(scores, 0.05) == games // 20
    assert percentile(scores, 0.95) == games - games // 20


def test_losses_count_as_ranks_only():
    scores = [1.0] * 51 + [math.inf] * 950

    assert percentile(scores, 0.05) == 1.0
    assert percentile([*scores[1:], math.inf], 0.05) == math.inf


@pytest.mark.parametrize(
    ("games", "p", "ranks"),
    [
        (1001, 0.05, (37, 65)),
        (1001, 0.50, (470, 532)),
        (1001, 0.95, (937, 965)),
        (10_001, 0.05, (458, 544)),
        (10_001, 0.50, (4902, 5100)),
        (10_001, 0.95, (9458, 9544)),
    ],
)
def test_the_ranks_of_an_interval(games, p, ranks):
    assert rank_interval(games, p) == ranks


@pytest.mark.parametrize("games", [1, 7, 59, 1001])
@pytest.mark.parametrize("p", [0.05, 0.5, 0.95])
def test_an_interval_holds_the_truth_often_enough(games, p):
    low, high = rank_interval(games, p)

    inside = binom.cdf(high - 1, games, p) - binom.cdf(low - 1, games, p)

    assert inside >= 0.95
    # No rank less would do on that side.
    assert binom.cdf(low, games, p) >= 0.025
    assert low == 0 or binom.cdf(low - 1, games, p) < 0.025


def test_few_games_have_an_interval_without_ends():
    assert interval([3.0], 0.5) == (0.0, math.inf)
    assert interval([1.0] * 80 + [math.inf] * 20, 0.95) == (math.inf, math.inf)
    assert interval([1.0] * 940 + [math.inf] * 61, 0.95) == (1.0, math.inf)


def test_a_sum_of_prices_is_within_the_budget_that_it_was_meant_to_be():
    assert at_most([9.3 + 5.3, 12.3 * 3, 14.61], 14.6).tolist() == [True, False, False]


def row(entry, score, outcome, mode="wordpl", answer="crane"):
    # Without a clue each of the two answers is right in half of the games.
    final = "" if outcome == "timeout" else "slate"
    turns = int(float(score)) if mode == "classic" else int(score != "inf")
    moves = " ".join([f"slate:{score if mode == 'wordpl' else 'inf'}:....."] * turns)
    game = {"mode": mode, "answer": answer, "final": final, "outcome": outcome}
    game |= {"score": score, "moves": moves, "reason": ""}
    return {"entry": entry, **game, "seconds": "0.5"}


def test_outcomes_are_counted_for_each_entry_in_its_order():
    rows = [
        row("b", "9.0", "won"),
        row("b", "inf", "timeout"),
        row("a", "inf", "wrong"),
    ]

    table = summarise(rows, WORDS)

    assert table["entry"].tolist() == ["b", "a"]
    assert table["won"].tolist() == [1, 0]
    assert table["timeouts"].tolist() == [1, 0]
    assert table["wrong"].tolist() == [0, 1]
    assert table["p50"].tolist() == [9.0, math.inf]


def test_a_table_has_every_percentile_with_interval_and_exact_estimate():
    rows = [row("a", "inf", "wrong")] * 100 + [row("a", "inf", "timeout")] * 100

    (line,) = summarise(rows, WORDS).to_dict("records")

    # Half of the games end with a blind guess between two answers.
    assert line["p05_budget"] == 0.0
    assert line["p05_chance"] == pytest.approx(0.25)
    assert line["p05_error"] == pytest.approx(0.25 / math.sqrt(199))
    assert line["p50_budget"] == math.inf
    assert line["p50_chance"] == pytest.approx(0.25)
    assert line["luck"] == pytest.approx(-50 / math.sqrt(100 / 4))
    assert (line["p05_low"], line["p05_high"]) == (math.inf, math.inf)


@pytest.mark.parametrize("mode", ["wordpl", "classic"])
@pytest.mark.parametrize(
    ("edit", "quoted"),
    [({"rules": "0"}, "rules 0"), ({"score": "1.0"}, "'1.0'"), ({"mode": "?"}, "'?'")],
)
def test_a_row_of_other_rules_or_with_another_score_is_refused(mode, edit, quoted):
    rows = [row("a", "4.0", "won", mode), row("a", "4.0", "won", mode) | edit]

    with pytest.raises(RecordError, match=re.escape(quoted)):
        summarise(rows, WORDS)


def test_classic_wordle_adds_total_mean_and_worst():
    rows = [row("a", score, "won", "classic") for score in ("3.0", "4.0", "5.0")]

    (line,) = summarise(rows, WORDS).to_dict("records")

    assert [line["total"], line["mean"], line["worst"]] == [12.0, 4.0, 5.0]
    assert line["mean_error"] == pytest.approx(1 / math.sqrt(3))
    assert (line["p50_low"], line["p50_high"]) == (0.0, math.inf)


def test_nothing_is_uncertain_when_every_answer_was_played_once():
    rows = [
        row("a", "3.0", "won", "classic", "crane"),
        row("a", "4.0", "won", "classic", "slate"),
    ]

    (line,) = summarise(rows, WORDS).to_dict("records")

    assert line["mean_error"] == 0
    assert (line["p50_low"], line["p50_high"]) == (3.0, 3.0)


def test_no_rows_are_an_empty_table():
    assert summarise([], WORDS).empty
