import pytest

from commands.interactive import site
from contest.leaderboard.references import Players, best_entries, paid_line
from game.draws import Draws
from game.protocol import Setting
from game.words import Vocabulary


@pytest.mark.system
def test_daily_puzzles_around_a_date_show_what_the_best_entries_paid(monkeypatch):
    monkeypatch.setattr(site, "BEFORE", 1)
    monkeypatch.setattr(site, "AFTER", 1)
    setting = Setting(Vocabulary.load())

    found = site.find_paid_lines("2026-03-01", setting)

    players = Players(best_entries(site.STANDINGS / "leaderboard.csv"), setting)
    assert found == {
        day: paid_line(players.play(Draws(f"daily {day}", 0)))
        for day in ("2026-02-28", "2026-03-01", "2026-03-02")
    }
