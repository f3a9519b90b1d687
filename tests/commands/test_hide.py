import re

import pytest


@pytest.fixture
def hide(interactive):
    def run(*arguments, **more):
        return interactive("hide", *arguments, **more)

    return run


def test_the_word_is_cornered(hide, tmp_path):
    (tmp_path / "four.txt").write_text("bake\ncake\nlake\nfind\n")

    done = hide("--answers", "four.txt", typed="bake\ncake\nlake\n")

    assert done.returncode == 0
    assert "  BAKE  .ccc\n" in done.stdout
    assert "  CAKE  .ccc\n" in done.stdout
    end = "Cornered: LAKE in 3 guesses!\n\nAbsurdle 3/∞\n⬜🟩🟩🟩\n⬜🟩🟩🟩\n🟩🟩🟩🟩\n"
    assert done.stdout.endswith(end)


def test_the_first_clue_is_absurdles(hide):
    done = hide(typed="terns\nquit\n")

    assert "  TERNS  .....\n" in done.stdout
    assert re.search(r"\n256 words were left, [A-Z]{5} among them\.", done.stdout)


def test_openings_are_played_without_asking_and_may_be_taken_back(hide):
    done = hide("--guess", "SALET,COURD", typed="undo\ncrony\nquit\n")

    first, second, third = done.stdout.split("guess 3: ")
    assert "guess" not in first
    assert "  SALET  .....\n  COURD  .i.i.\n" in first
    assert second.startswith("undo\n")
    assert "COURD" not in second
    assert "  SALET  .....\n  CRONY  " in second
    assert third.startswith("quit\n")


def test_a_challenge_tells_when_its_target_is_lost_and_undo_brings_it_back(hide):
    typed = "undo\npleat\nundo\nfaddy\nquit\n"

    done = hide("--challenge", "SCRUM", typed=typed)

    assert "there is no guess to take back yet" in done.stdout
    assert "  PLEAT  ..i..\n" in done.stdout
    assert "SCRUM is lost: undo takes the last guess back" in done.stdout
    after = done.stdout.partition("guess 2: undo")[2]
    assert "guess 1: faddy\n\n  FADDY  .....\n" in after
    assert "target: SCRUM\n" in after


def test_undo_keeps_the_guesses_before(hide):
    done = hide(typed="terns\nfaddy\nundo\nquit\n")

    after = done.stdout.partition("guess 3: undo\n")[2]
    assert "  TERNS  .....\n" in after
    assert "FADDY" not in after
    assert "256 words were left" in after


@pytest.mark.parametrize(
    ("typed", "end"),
    [
        ("bake\ncake\nlake\n", "Cornered: LAKE in 3 guesses!\n\nAbsurdle 3/∞"),
        ("lake\ncake\nbake\n", "It is BAKE, not LAKE.\n\nAbsurdle X/∞"),
    ],
)
def test_a_challenge_is_won_only_at_its_target(hide, tmp_path, typed, end):
    (tmp_path / "four.txt").write_text("bake\ncake\nlake\nfind\n")

    done = hide("--answers", "four.txt", "--challenge", "lake", typed=typed)

    assert done.returncode == 0
    assert end in done.stdout


def test_hints_and_help(hide):
    done = hide(typed="help\nterns\nhint\nquit\n")

    assert "undo         take the last guess back" in done.stdout
    assert re.search(r"try: [a-z]{5}\n", done.stdout)


def test_a_terminal_shows_colours_and_takes_ctrl_c(screen, status):
    child = screen("hide")

    child.expect("guess 1: ")
    child.sendline("terns")
    child.expect("\x1b\\[97;100m T ")
    child.expect("guess 2: ")
    child.sendintr()
    child.expect(r"Stopped\. 256 words were left")
    assert status(child) == 130


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--challenge", "soare"], "'soare' is not a possible answer"),
        (["--strategy", "entorpy"], "did you mean 'entropy'"),
        (["--chalenge", "crane"], "did you mean '--challenge'"),
    ],
)
def test_a_bad_command_line_is_one_line_and_status_2(hide, arguments, message):
    done = hide(*arguments)

    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"[^\n]+\n", done.stderr)
    assert message in done.stderr


def test_the_shortest_line_is_shown(hide):
    done = hide("--solve")

    assert done.returncode == 0
    assert done.stdout.count(" left\n") == 4
    assert done.stdout.endswith("Cornered in 4 guesses; no 3 of 12,972 do it.\n")


def test_a_single_answer_is_cornered_by_itself(hide, tmp_path):
    (tmp_path / "one.txt").write_text("bake\n")

    done = hide("--solve", "--answers", "one.txt")

    assert done.stdout.endswith("\n\nCornered in 1 guess.\n")


def test_a_line_to_the_target_is_shown(hide):
    done = hide("--solve", "--challenge", "SCRUM")

    assert done.returncode == 0
    assert re.search(r"  SCRUM  ccccc +1 left\n\nSCRUM is reached in \d", done.stdout)


def test_a_target_that_cannot_be_reached_is_told(hide, tmp_path):
    (tmp_path / "four.txt").write_text("bake\ncake\nlake\nfind\n")

    done = hide("--solve", "--challenge", "find", "--answers", "four.txt")

    assert done.returncode == 1
    told = "No guesses lead to FIND: all sequences have been tried.\n"
    assert done.stdout == told
