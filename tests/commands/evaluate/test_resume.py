import pytest

GOOD = "mine.py:Mine(x=15.0)"
WORDS = ("--answers", "pair.txt", "--jobs", 1)
ASKED = ("--games", 3, "--seed", "s", "--timeout", 4)


def refused(done, option):
    """Whether an option was refused in one line."""
    kept = "because the run keeps its options"
    line = f"{option}: expected not to be given with --resume, {kept}"
    said = (done.returncode, done.stdout, done.stderr)
    return said == (2, "", f"evaluate.py: error: {line}\n")


@pytest.mark.system
def test_a_run_that_goes_on_has_the_options_of_its_start(evaluator, tmp_path):
    asked = (*ASKED, "--mode", "classic", "--guess", "crane", "--isolate-games")
    done = evaluator("minimax", *WORDS, *asked, "--out", "run")
    resumed = ("--resume", "run", *WORDS)

    for option, *value in [
        ("--games", 3),
        ("--mode", "wordpl"),  # the default
        ("--official",),
        ("--guess", "crane"),
        ("--out", "run"),
    ]:
        assert refused(evaluator(*resumed, option, *value), option)
    assert refused(evaluator(*resumed, "--seed=s"), "--seed")
    assert "expected no entry with --resume" in evaluator("minimax", *resumed).stderr
    again = evaluator(*resumed)
    assert (again.returncode, again.stdout) == (0, done.stdout)


def test_a_comparison_goes_on_with_its_own_games(evaluator):
    evaluator("compare", GOOD, "mine.py:Mine(x=9.0)", *WORDS, *ASKED, "--out", "run")
    resumed = ("compare", "--resume", "run", *WORDS)

    assert refused(evaluator(*resumed, "--games", 4), "--games")
    assert evaluator(*resumed).returncode == 0


def test_a_test_that_goes_on_has_the_aim_of_its_start(evaluator):
    asked = ("--column", "p50", "--record", 16, *ASKED)
    done = evaluator("certify", GOOD, *asked, *WORDS, "--out", "run")
    resumed = ("certify", "--resume", "run", *WORDS)

    for option, *value in [("--record", 16), ("--lead",)]:
        assert refused(evaluator(*resumed, option, *value), option)
    assert evaluator(*resumed).stdout == done.stdout
