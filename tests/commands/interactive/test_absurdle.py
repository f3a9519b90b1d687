import re
from functools import partial

import pytest

FOUR = ("--answers", "four.txt")
ALL_OF_2 = "Cornered in 3 more guesses; no 2 of 12,972 do it.\n"
ALL_OF_3 = "Cornered in 4 guesses; no 3 of 12,972 do it.\n"


@pytest.fixture
def absurdle(interactive, tmp_path):
    (tmp_path / "four.txt").write_text("bake\ncake\nlake\nfind\n")
    return partial(interactive, "play", "--mode", "absurdle")


def test_openings_are_played_without_asking_and_may_be_taken_back(absurdle):
    done = absurdle("--guess", "SALET,COURD", typed="undo\ncrony\nquit\n")

    first, second, third = done.stdout.split("guess 3: ")
    assert "guess" not in first
    assert "  SALET  .....\n  COURD  .i.i.\n" in first
    assert second.startswith("undo\n")
    assert "COURD" not in second
    assert "  SALET  .....\n  CRONY  " in second
    assert third.startswith("quit\n")


def test_a_challenge_tells_when_its_target_is_lost_and_undo_brings_it_back(absurdle):
    typed = "undo\npleat\nundo\nfaddy\nquit\n"

    done = absurdle("--challenge", "SCRUM", typed=typed)

    assert "there is no guess to take back yet" in done.stdout
    assert "  PLEAT  ..i..\n" in done.stdout
    assert "SCRUM is lost: undo takes the last guess back" in done.stdout
    after = done.stdout.partition("guess 2: undo")[2]
    assert "guess 1: faddy\n\n  FADDY  .....\n" in after
    assert "target: SCRUM\n" in after


def test_a_terminal_shows_colours_and_takes_ctrl_c(screen, status):
    child = screen("play", "--mode", "absurdle")

    child.expect("guess 1: ")
    child.sendline("terns")
    child.expect("\x1b\\[97;100m T ")
    child.expect("guess 2: ")
    child.sendintr()
    child.expect(r"Stopped\. The same game again:\r\n.* play --mode absurdle\r\n")
    assert status(child) == 130


@pytest.mark.parametrize(
    ("options", "start", "end"),
    [
        (("--answers", "one.txt"), "", "\n\nCornered in 1 guess.\n"),
        (("--guess", "raise"), "  RAISE  .....   168 left\n", ALL_OF_2),
        pytest.param((), "", ALL_OF_3, marks=pytest.mark.system),
    ],
)
def test_the_shortest_line_goes_on_from_any_guesses(
    absurdle, tmp_path, options, start, end
):
    (tmp_path / "one.txt").write_text("bake\n")

    done = absurdle("--solve", *options)

    assert done.returncode == 0
    assert done.stdout.startswith(start)
    assert done.stdout.endswith(end)


def test_a_target_that_cannot_be_reached_is_reported(absurdle):
    done = absurdle("--solve", "--challenge", "find", *FOUR)

    assert done.returncode == 1
    output = "No guesses lead to FIND: all sequences have been tried.\n"
    assert done.stdout == output


def test_a_line_to_the_target_goes_on_from_any_guesses(absurdle):
    done = absurdle("--solve", "--challenge", "scrum", "--guess", "faddy,polio")

    assert done.returncode == 0
    assert done.stdout.startswith("  FADDY  .....   849 left\n  POLIO")
    assert re.search(r"SCRUM is reached in \d+ more guess(es)?\.\n", done.stdout)


def test_guesses_may_end_the_game(absurdle):
    all_of_it = ("--guess", "bake,cake,lake")

    done = absurdle("--solve", *FOUR, *all_of_it)
    assert done.stdout.endswith("Cornered in 3 guesses.\n")
    done = absurdle("--solve", *FOUR, *all_of_it, "--challenge", "bake")
    assert done.returncode == 1
    assert done.stdout.endswith("It is LAKE, not BAKE.\n")
    done = absurdle("--solve", *FOUR, "--guess", "bake,cake,lake,find")
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected no guess after 'lake', the end" in done.stderr


def test_a_hint_says_that_the_target_is_out_of_reach(absurdle):
    done = absurdle("--challenge", "scrum", typed="pleat\nhint\nquit\n")
    said = "No guesses lead to SCRUM any more: the clues have ruled it out.\n"
    assert f"guess 2: hint\n{said}" in done.stdout

    done = absurdle("--challenge", "find", *FOUR, typed="hint\nquit\n")
    said = "No guesses lead to FIND: all sequences have been tried.\n"
    assert f"guess 1: hint\n{said}" in done.stdout
