import math
import re

import pytest

from contest.statistics.games import group_by_entry, parse_rows
from contest.statistics.summary import Summary
from game.protocol import Mode, Setting
from game.record import RecordError
from tests.contest.summaries import PAIR


def row(entry, score, outcome, mode="wordpl", answer="crane"):
    # Without a clue each of the two answers is right in half of the games.
    final = "" if outcome == "timeout" else "slate"
    moves = f"slate:{score}:....." if score != "inf" else ""
    if mode == "classic":
        moves = " ".join(["slate:inf:..c.c"] * int(float(score)))
    game = {"mode": mode, "answer": answer, "final": final, "outcome": outcome}
    game |= {"score": score, "moves": moves, "reason": ""}
    return {"entry": entry, **game, "seconds": "0.5"}


def summaries(rows, words=PAIR):
    """Return the lines of entries by name."""
    mode = Mode(rows[0]["mode"])
    found = group_by_entry(parse_rows(rows), Setting(words, mode))
    return {entry: Summary(entry, games) for entry, games in found.items()}


def test_outcomes_are_counted_for_each_entry_in_its_order():
    rows = [
        row("b", "9.0", "won"),
        row("b", "inf", "timeout"),
        row("a", "inf", "wrong"),
    ]

    found = summaries(rows)

    assert list(found) == ["b", "a"]
    assert [own["won"] for own in found.values()] == [1, 0]
    assert [own["timeouts"] for own in found.values()] == [1, 0]
    assert [own["wrong"] for own in found.values()] == [0, 1]
    assert [own.columns["p50"].score for own in found.values()] == [9.0, math.inf]


def test_a_table_has_every_percentile_with_interval_and_exact_estimate():
    rows = [row("a", "inf", "wrong")] * 100 + [row("a", "inf", "timeout")] * 100

    line = summaries(rows)["a"]

    # Half of the games end with a blind guess between two answers.
    p05 = line.columns["p05"]
    p50 = line.columns["p50"]
    assert p05.budget == 0.0
    assert p05.chance == pytest.approx(0.25)
    assert p05.error == pytest.approx(0.25 / math.sqrt(199))
    assert p50.budget == math.inf
    assert p50.chance == pytest.approx(0.25)
    assert line["side_information"] >= 20  # nobody is wrong so often by chance
    assert (p05.low, p05.high) == (math.inf, math.inf)


@pytest.mark.parametrize("mode", ["wordpl", "classic"])
@pytest.mark.parametrize(
    ("edit", "quoted"),
    [
        ({"rules": "0"}, "version 0"),
        ({"score": "1.0"}, "'1.0'"),
        ({"mode": "?"}, "'?'"),
    ],
)
def test_a_row_of_other_rules_or_with_another_score_is_refused(mode, edit, quoted):
    rows = [row("a", "4.0", "won", mode), row("a", "4.0", "won", mode) | edit]

    with pytest.raises(RecordError, match=re.escape(quoted)):
        summaries(rows)


def test_classic_wordle_adds_total_mean_and_worst():
    rows = [row("a", score, "won", "classic") for score in ("3.0", "4.0", "5.0")]

    line = summaries(rows)["a"]

    assert [line["total"], line["mean"], line["worst"]] == [12.0, 4.0, 5.0]
    assert (line["std"], line["share_won"]) == (pytest.approx(math.sqrt(2 / 3)), 1.0)
    assert line["mean_error"] == pytest.approx(1 / math.sqrt(3))
    assert (line.columns["p50"].low, line.columns["p50"].high) == (0.0, math.inf)


def test_nothing_is_uncertain_when_every_answer_was_played_once():
    rows = [
        row("a", "3.0", "won", "classic", "crane"),
        row("a", "4.0", "won", "classic", "slate"),
    ]

    line = summaries(rows)["a"]

    assert line["mean_error"] == 0
    assert (line.columns["p50"].low, line.columns["p50"].high) == (3.0, 3.0)
