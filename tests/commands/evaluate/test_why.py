import csv
import re

import pytest

WORDS = ("--answers", "pair.txt", "--jobs", 1)


def test_it_says_where_an_entry_loses_and_names_games(evaluator, tmp_path):
    run = tmp_path / "run"

    played = ("--games", 5, "--seed", "s", "--out", run)
    done = evaluator("why", "mine.py", *WORDS, *played)

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("5 games of mine.py")
    assert re.search(r"^  answer  +\d+\.\d\d", done.stdout, re.MULTILINE)
    assert re.search(r"^  5 correct  +\d ", done.stdout, re.MULTILINE)
    assert f"watch --run {run} --game N" in done.stdout
    with (run / "games.csv").open(newline="") as file:
        assert len([*csv.DictReader(file)]) == 5


def test_classic_wordle_is_rated_in_guesses(evaluator):
    done = evaluator("why", "minimax", "--mode", "classic", *WORDS, "--games", 9)

    assert done.returncode == 0, done.stderr
    assert re.search(r"1\.\d{3} guesses a game: 1\.500 by best known", done.stdout)


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["entorpy"], "did you mean 'entropy'"),
        (["minimax", "--mode", "classic", "--boards", "2"], "--boards 2: expected one"),
        (["entropy", "--resume", "here"], "expected a new run"),
        (["entropy", "--games", "0"], "'0'"),
    ],
)
def test_bad_input_is_one_line_that_quotes_it(mistake, arguments, quoted):
    assert quoted in mistake("why", *arguments)
