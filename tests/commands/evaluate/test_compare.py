import json

from tests.rows import rows

CHEAP = "mine.py:Mine(x=15.0)"
COSTLY = "mine.py:Mine(x=30.0)"
WORDS = ("--answers", "pair.txt", "--jobs", 1)


def test_it_says_in_words_who_is_better_at_which_percentile(
    evaluator, mistake, tmp_path
):
    run = tmp_path / "run"

    done = evaluator("compare", CHEAP, COSTLY, *WORDS, "--games", 60, "--out", run)

    assert done.returncode == 0, done.stderr
    # The clue for 15 nats is true too rarely to win 95 % of the games, unlike the clue
    # for 30 nats.
    said = {text[:3]: text for text in done.stdout.splitlines() if text[:1] == "p"}
    assert said["p05"].startswith("p05: A is better: within 15 nats A wins ")
    assert said["p50"].startswith("p50: A is better: within 15 nats A wins ")
    assert said["p95"].startswith("p95: B is better: within 30 nats A wins ")
    # The same secrets for both.
    answers = [row["answer"] for row in rows(run)]
    assert answers[:60] == answers[60:]
    assert len(set(answers)) == 2

    again = evaluator("compare", "--resume", run, *WORDS)

    assert again.stdout == done.stdout

    # Rows and runs of other rules are not compared.
    text = (run / "games.csv").read_text()
    (run / "games.csv").write_text(text.replace(",2,wordpl,", ",0,wordpl,", 1))
    assert "of version 0 of the rules: expected version 2" in mistake(
        "compare", "--resume", run, *WORDS
    )
    facts = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps(facts | {"rules": 0}))
    assert "of version 0 of the rules: expected version 2" in mistake(
        "compare", "--resume", run, *WORDS
    )
