"""The leaders play the puzzles of the day as the referee plays them."""

from datetime import date

import pytest

from commands.interactive import _leaders
from contest.leaderboard.leads import Holder
from game.words import Vocabulary

pytestmark = pytest.mark.system  # the leader makes tables first

LAST = date(2026, 12, 3)


def holders(budget, entry="quantile/p50"):
    return {"p50": Holder(column="p50", budget=budget, entry=entry, kind="submission")}


def test_days_that_were_played_are_kept(monkeypatch):
    words = Vocabulary.load()

    # One digit for each day since the first puzzle: 1 if the leader was right.
    days = _leaders.play_days(words, holders(36.3), LAST)

    assert days == "111100001001"
    # With a budget of 0.05 nats less, the leader spends too much every day.
    assert _leaders.play_days(words, holders(36.25), LAST) == "0" * len(days)
    # Only days that were kept can be answered without playing.
    monkeypatch.setattr(_leaders, "play", None)
    assert _leaders.play_days(words, holders(36.3), LAST) == days
    assert _leaders.play_days(words, holders(36.3), date(2026, 11, 24)) == days[:3]


def test_code_of_others_is_not_run(tmp_path):
    file = tmp_path / "other.py"
    file.write_text("class A:\n    pass\n\n\nENTRIES = [A()]\nraise SystemExit\n")

    for entry in (str(file), "of a file that is gone"):
        given = holders(36.3, entry)
        assert _leaders.play_days(Vocabulary.load(), given, LAST) == ""
