import json

import pytest

from contest.leaderboard import END, START, leaderboard, write
from contest.records import RunError

SUMMARY = (
    "entry,mode,games,p05,p50,p95,won\n"
    "k_guesses,wordpl,1001,14.6,inf,inf,60\nentropy,wordpl,1001,24.6,49.2,inf,840\n"
)
PUBLISHED = 'entry,p05,p50,p95,won,games,source\n"record, p50",,36.9,,,,published\n'


@pytest.fixture
def results(tmp_path):
    run = tmp_path / "official" / "one"
    run.mkdir(parents=True)
    (run / "summary.csv").write_text(SUMMARY)
    (run / "run.json").write_text(json.dumps({"games": 1001, "seed": "abc"}))
    (tmp_path / "published.csv").write_text(PUBLISHED)
    return tmp_path


def test_published_and_measured_lines_are_marked_as_what_they_are(results):
    table = leaderboard(results)

    assert table["entry"].tolist() == ["record, p50", "entropy", "k_guesses"]
    assert table["source"].tolist()[0] == "published"
    assert table["source"].tolist()[1] == "measured, 1,001 games, one"


def test_the_block_in_the_readme_is_rewritten_and_nothing_else(results):
    readme = results / "README.md"
    readme.write_text(f"before\n{START}\nold\n{END}\nafter\n")

    write(results, readme)
    once = readme.read_text()
    write(results, readme)

    assert readme.read_text() == once
    assert once.startswith(f"before\n{START}\n| entry |")
    assert once.endswith(f"{END}\nafter\n")
    assert "| `entropy` | 24.6 | 49.2 | ∞ | 83.9% |" in once
    assert (results / "leaderboard.csv").read_text().count("\n") == 4


def test_a_readme_without_a_block_is_left_alone(results):
    readme = results / "README.md"
    readme.write_text("nothing here\n")

    with pytest.raises(RunError, match="expected a block"):
        write(results, readme)

    assert readme.read_text() == "nothing here\n"
    assert not (results / "leaderboard.csv").exists()


def test_a_run_that_cannot_be_read_is_told(results):
    (results / "official" / "one" / "summary.csv").write_text("entry\n")

    with pytest.raises(RunError, match="cannot read"):
        leaderboard(results)
