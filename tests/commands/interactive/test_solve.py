import re
from functools import partial

import pytest


@pytest.fixture
def solve(interactive):
    return partial(interactive, "solve")


def test_a_game_is_solved_from_its_clues(solve):
    typed = "crane=ci..c\ncurve=c.i.c\nchore=ccccc\n"

    done = solve("--strategy", "minimax", typed=typed)

    assert done.returncode == 0, done.stderr
    three = "3 likely words remain: CHORE, CURSE, CURVE; also 6 rarer words: "
    assert f"CRANE  ci..c   {three}" in done.stdout
    two = "1 likely word remains: CHORE; also 1 rarer word: "
    assert f"CURVE  c.i.c   {two}" in done.stdout
    assert done.stdout.endswith("Solved in 3 guesses.\n")


def test_the_suggested_word_takes_a_bare_clue(solve):
    done = solve(typed="list\n⬜⬜🟨⬜🟩\nlist\n")

    assert done.returncode == 0  # the end of the input ends the command
    (first,) = re.findall(r"^clue of (\w+): ⬜⬜🟨⬜🟩$", done.stdout, re.MULTILINE)
    assert re.findall(r"^  1 (\w+)", done.stdout, re.MULTILINE)[0] == first
    assert f"{first}  ..i.c   25 likely words remain; " in done.stdout
    listed = re.findall(r"^ +(\d+) [A-Z]{5}", done.stdout, re.MULTILINE)
    assert listed == [str(rank) for rank in range(1, 11)] * 2


def test_openings_are_suggested_whatever_the_clues(solve):
    typed = ".....\n....c\nquit\n"

    done = solve("--guess", "SALET,COURD", typed=typed)

    suggested = re.findall(r"^best: (\w+)", done.stdout, re.MULTILINE)
    assert suggested[:2] == ["SALET", "COURD"]
    assert "COURD  ....c   1 likely word remains: VIVID; " in done.stdout


def test_suggestions_look_ahead(solve, tmp_path):
    (tmp_path / "words.txt").write_text("bake\ncake\nlake\nmake\nbald\nclam\n")

    done = solve("--answers", "words.txt", "--depth", 2, typed="list\nquit\n")

    assert re.search(r"^  1 \w{4}", done.stdout, re.MULTILINE), done.stderr
    assert "expected 1, 2 or 3" in solve("--depth", 4).stderr


def test_hard_mode_with_words_of_ones_own(solve, tmp_path):
    (tmp_path / "words.txt").write_text("crab\nundo\nslab\nstab\n")
    arguments = ["--answers", "words.txt", "--hard", "nyt"]

    done = solve(*arguments, typed="crab=..cc\n/list\n/undo\n")

    first, _, second, third, _ = done.stdout.split("clue of")
    assert "possible: 4 words: CRAB, UNDO, SLAB, STAB" in first
    assert re.findall(r"^ +\d+ ([A-Z]{4})", second, re.MULTILINE) == [*("SLAB", "STAB")]
    assert "possible: 4 words: CRAB, UNDO, SLAB, STAB" in third


def test_a_strategy_that_fails_is_reported_and_clues_are_still_taken(solve, mine):
    typed = "crane=ci..c\nquit\n"

    done = solve("--strategy", f"{mine}:Raises", typed=typed)

    assert "has no hint: RuntimeError: two (mine.py, line 16)" in done.stdout
    assert "3 likely words remain: CHORE, CURSE, CURVE; " in done.stdout
    assert done.returncode == 0
