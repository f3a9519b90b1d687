import math

import pytest

from contest.scores import percentile, summarise


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


def row(entry, score, outcome, mode="wordpl"):
    return {
        "entry": entry,
        "mode": mode,
        "score": score,
        "outcome": outcome,
        "seconds": "0.5",
    }


def test_outcomes_are_counted_for_each_entry_in_its_order():
    rows = [
        row("b", "9.0", "won"),
        row("b", "inf", "timeout"),
        row("a", "inf", "wrong"),
    ]

    table = summarise(rows)

    assert table["entry"].tolist() == ["b", "a"]
    assert table["won"].tolist() == [1, 0]
    assert table["timeouts"].tolist() == [1, 0]
    assert table["wrong"].tolist() == [0, 1]
    assert table["p50"].tolist() == [9.0, math.inf]


def test_classic_wordle_adds_total_mean_and_worst():
    rows = [row("a", score, "won", "classic") for score in ("3.0", "4.0", "5.0")]

    table = summarise(rows)

    assert table[["total", "mean", "worst"]].iloc[0].tolist() == [12.0, 4.0, 5.0]


def test_no_rows_are_an_empty_table():
    assert summarise([]).empty
