"""Fibble in every command that plays it."""

import pytest

pytestmark = pytest.mark.linux

FIBBLE = ("--mode", "fibble", "--answers", "few.txt")
WORDS = "crane\nslate\nmount\npuree\nlight\n"


@pytest.fixture(autouse=True)
def few_words(tmp_path):
    (tmp_path / "few.txt").write_text(WORDS)


def test_strategies_are_scored_by_guesses_and_reported_with_their_lies(
    evaluator, tmp_path
):
    run = (*FIBBLE, "--lies", 2, "--games", 3, "--jobs", 1, "--seed", "s")

    done = evaluator("bayesian_greedy", *run, "--out", "run")
    compared = evaluator("compare", "bayesian_greedy", "uniform_random", *run)

    assert done.returncode == 0, done
    assert "adjusted chances" in compared.stdout, compared
    assert evaluator("runs", "run", "--answers", "few.txt").returncode == 0
    page = (tmp_path / "report.html").read_text()
    assert "<title>Clueproof: bayesian_greedy at Fibble</title>" in page
    assert ", lies:2, 8 guesses</h3>" in page
    assert '"mode":"fibble","channel":"lies:2"' in page


def test_a_watched_game_shows_which_marks_are_false(interactive):
    game = ("--answer", "puree", "--given", "crane", "--limit", 9, "--seed", "s")

    done = interactive("watch", "bayesian_greedy", *FIBBLE, *game)

    assert done.stdout.startswith("  1 CRANE")
    assert "1 false mark; the true clue:" in done.stdout
    assert "PUREE: solved in" in done.stdout


def test_a_person_may_lose_and_sees_the_false_marks(interactive):
    # With this seed all marks of SLATE look correct.
    game = ("--lies", 4, "--limit", 2, "--answer", "puree", "--seed", 35)

    done = interactive("play", *FIBBLE, *game, typed="slate\ncrane\n")

    assert "4 of the 5 marks of each clue are false" in done.stdout
    assert "  SLATE  ccccc\n" in done.stdout
    assert "1 word left: puree\n\nSome of these marks are lies: " in done.stdout
    assert "8 of 10 marks were false. After the last clue, PUREE had" in done.stdout


def test_advice_counts_the_words_that_fit_with_one_lie(interactive):
    typed = "=i.c.c\nslate=i.cii\nslate=ccccc\n"

    done = interactive("solve", *FIBBLE, "--given", "crane", typed=typed)

    assert "1 of the 5 marks of each clue is false" in done.stdout
    assert "The first guess is given.\n\nclue of CRANE: " in done.stdout
    assert (
        "solved: SLATE\nSolved in 2 guesses. If the game goes on, type" in done.stdout
    )
    assert "No word fits the clues." in done.stdout
    assert "nearest clue that fits:" in done.stdout
