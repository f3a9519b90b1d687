import re

import pytest

from commands.interactive.run import main as run_main
from game.errors import InputError


@pytest.fixture
def run(interactive):
    def run(*arguments, **more):
        return interactive("run", *arguments, **more)

    return run


def test_a_game_is_shown_with_the_answers_left(run):
    done = run("--answer", "SALTY", "--guess", "CRANE", "--strategy", "minimax")

    first, *_, last = done.stdout.splitlines()
    assert done.returncode == 0
    assert first == "  CRANE  ..i..   134 left"
    assert re.fullmatch(r"SALTY in \d guesses by minimax:.*opening='crane'.*", last)
    assert "  SALTY  ccccc     1 left\n" in done.stdout


def test_several_answers_are_played_at_the_same_time(run):
    done = run("--answer=salty,crane", "--guess=salet")

    lines = done.stdout.splitlines()
    assert lines[:2] == [
        "  SALET  ccc.i  .i.i.     1    83 left",
        "  SALTY  ccccc  .i...     1    74 left",
    ]
    assert re.fullmatch(r"  CRANE         ccccc {11}1 left", lines[-3])
    assert lines[-1].startswith("SALTY, CRANE in ")


def test_several_openings_are_played_whatever_the_clues(run):
    done = run("--answer", "vivid", "--guess", "SALET,COURD")

    assert done.stdout.splitlines()[:3] == [
        "  SALET  .....   221 left",
        "  COURD  ....c     1 left",
        "  VIVID  ccccc     1 left",
    ]


def test_the_answer_says_how_many_letters_a_word_has(run):
    done = run("--answer", "FABULOUS", "--guess", "SOLUTION,STRENGTH")

    assert done.returncode == 0, done.stderr
    assert re.match(r"  SOLUTION  \S{8} .*\n  STRENGTH  ", done.stdout)
    assert "  FABULOUS  cccccccc     1 left\n" in done.stdout


@pytest.mark.parametrize("hard", ["nyt", "strict"])
def test_hard_mode_is_kept(run, hard):
    done = run("--answer", "wound", "--guess", "salet", "--hard", hard)

    assert done.returncode == 0
    assert "WOUND in 8 guesses" in done.stdout


def test_eight_boards(run):
    answers = "salty,crane,mummy,fuzzy,board,eight,plant,wound"

    done = run("--answer", answers)

    assert done.returncode == 0
    assert len(done.stdout.splitlines()) <= 16


def test_a_terminal_shows_colours(screen, status):
    child = screen("run", "--answer", "crane")

    child.expect("\x1b\\[30;102m C .* 1 left")
    assert status(child) == 0


def test_a_strategy_that_loses_says_why(run, mine):
    done = run("--answer", "crane", "--strategy", f"{mine}:Illegal()")

    assert done.returncode == 1
    assert "guess 'zzzzz' is not in the word list" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--answer"),
        (["--answer", "soare"], "'soare' is not a possible answer"),
        (["--answer", "crane,"], "'' is not a possible answer"),
        (["--answer", "craen"], "did you mean 'crane'"),
        (["--answer", "crane", "--guess", "sorae"], "'sorae' is not a valid guess"),
        (["--answer", "crane", "--strategy", "entorpy"], "did you mean 'entropy'"),
        (["--answer", "fabulous", "--guess", "salet"], "one of 18,071 words of 8 let"),
        (["--answer", "fabulous", "--size", "5"], "'fabulous' is not a possible"),
        (
            ["--answer", "crane", "--guess", "salet,courd", "--hard", "nyt"],
            "opening 'salet,courd': expected one word in hard mode nyt",
        ),
        (["--answer", "crane", "--depth", "0"], "'0': expected a whole number from 1"),
        (["--answer", "crane,slate", "--hard", "nyt"], "expected off with 2 boards"),
        (
            ["--answer", "crane", "--strategy", "bayesian_random", "--depth", "2"],
            "entry 'bayesian_random' takes no parameter 'depth': expected one of",
        ),
    ],
)
def test_a_bad_command_line_is_one_line_and_status_2(run, arguments, message):
    done = run(*arguments)

    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"[^\n]+\n", done.stderr)
    assert message in done.stderr


@pytest.mark.parametrize("name", ["Raises", "Exits"])
def test_a_strategy_that_breaks_is_one_line_and_status_2(run, mine, name):
    done = run("--answer", "crane", "--strategy", f"{mine}:{name}()")

    assert done.returncode == 2
    assert re.fullmatch(r"[^\n]*cannot play: \w+: [^\n]+\n", done.stderr)


def test_one_guess_is_no_several(tmp_path, capsys):
    (tmp_path / "one.txt").write_text("crane\n")
    words = ("--answers", str(tmp_path / "one.txt"))

    run_main(["--answer", "crane", *words, "--strategy", "minimax"])
    assert "\nCRANE in 1 guess by minimax" in capsys.readouterr().out
    with pytest.raises(InputError, match="expected one of 1 word of 5 letters"):
        run_main(["--answer", "slate", *words])
