from functools import partial

import pytest


@pytest.fixture
def absurdle(interactive, tmp_path):
    (tmp_path / "four.txt").write_text("bake\ncake\nlake\nfind\n")
    return partial(interactive, "play", "--mode", "absurdle")


def test_guesses_may_be_taken_back(absurdle):
    done = absurdle(typed="salet\ncourd\nundo\ncrony\nquit\n")

    before, after = done.stdout.split("guess 3: undo\n")
    assert "  SALET  .....\n  COURD  .i.i.\n" in before
    assert "\nguess 2: crony\n" in after
    assert "  SALET  .....\n  CRONY  " in after
    assert "COURD" not in after


def test_a_challenge_tells_when_its_target_is_lost_and_undo_brings_it_back(absurdle):
    typed = "undo\npleat\nundo\nfaddy\nquit\n"

    done = absurdle("--challenge", "SCRUM", typed=typed)

    assert "there is no guess to take back yet" in done.stdout
    assert "  PLEAT  ..i..\n" in done.stdout
    assert "SCRUM is ruled out: undo takes the last guess back" in done.stdout
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
    child.expect(r"Stopped\. To go on.*:\r\n.* play --mode absurdle --moves terns\r\n")
    assert status(child) == 130


def test_a_hint_says_that_the_target_is_out_of_reach(absurdle):
    done = absurdle("--challenge", "scrum", typed="pleat\nhint\nquit\n")
    said = "No guesses lead to SCRUM any more: the clues have ruled it out.\n"
    assert f"guess 2: hint\n{said}" in done.stdout

    done = absurdle(
        "--challenge", "find", "--answers", "four.txt", typed="hint\nquit\n"
    )
    said = "No guesses lead to FIND: all sequences have been tried.\n"
    assert f"guess 1: hint\n{said}" in done.stdout
