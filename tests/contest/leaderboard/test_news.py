from commands.evaluate.leaderboard import news, titles_text
from contest.leaderboard.standings import leaderboard


def test_a_new_submission_is_told_what_became_of_it(results, record, words):
    submissions = results / "submissions"
    only = [("numbers", {"p50": 3})]
    record(submissions / "a", games=100, price=30.0)
    record(submissions / "b", games=100, price=29.0, seed="t", changed=only)
    record(submissions / "c", entry="minimax", games=100, price=29.9, seed="u")

    found = leaderboard(results, words)

    said = [line.strip() for line in news(found, {"a"})]
    assert said[:2] == [
        "entropy, b:",
        "p50: 29 certified, takes the lead, which was 30",
    ]
    assert said[3] == "minimax, c:"
    assert said[4].startswith("p05: 29.9 certified; the lead is 15.6, and 15.55")
    assert said[5] == "p50: 29.9 certified; the lead is 29, and 28.95 takes it"
    assert said[6].startswith("p95: not certified, ")
    assert said[6].endswith(" at any price, for 95%")
    assert [*news(found, {"a", "b", "c"})] == []
    rows = [line.split() for line in titles_text(found).splitlines()]
    assert rows[2] == ["p50", "entropy", "29", "28.95", "30", "28.5"]


def test_a_submission_that_is_refused_is_told_why(results, record, words):
    record(results / "submissions" / "two", games=100, price=17.0, knows=True)

    said = [*news(leaderboard(results, words), set())]

    assert said[0] == "entropy, two:"
    assert said[1].startswith("  not ranked: it ")
