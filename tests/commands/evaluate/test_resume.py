import pytest

GOOD = "mine.py:Mine(x=15.0)"
WORDS = ("--answers", "pair.txt", "--jobs", 1)
ASKED = ("--games", 3, "--seed", "s", "--timeout", 4)


def refused(done, option, has):
    """Whether an option was refused in one line that says what the run has."""
    line = f"evaluate.py: error: {option}: expected {has}, as at the start of 'run'\n"
    return (done.returncode, done.stdout, done.stderr) == (2, "", line)


@pytest.mark.system
def test_a_run_that_goes_on_refuses_what_contradicts_it(evaluator, tmp_path):
    asked = (*ASKED, "--mode", "classic", "--guess", "crane", "--isolate-games")
    done = evaluator("minimax", *WORDS, *asked, "--out", "run")
    resumed = ("--resume", "run", *WORDS)

    for given, option, has in [
        (("--games", 7), "--games 7", "3"),
        (("--games", "auto"), "--games 'auto'", "3"),
        (("--games", 3, "--width", 2), "--width 2.0", "none"),
        (("--seed", "zzz"), "--seed 'zzz'", "'s'"),
        (("--seed=zzz",), "--seed 'zzz'", "'s'"),
        (("--mode", "wordpl"), "--mode 'wordpl'", "'classic'"),  # the default
        (("--timeout", 5), "--timeout 5.0", "4.0"),
        (("--official",), "--official", "none"),
        (("--hard", "nyt"), "--hard 'nyt'", "'off'"),
        (("--from", tmp_path), f"--from '{tmp_path}'", "none"),
        (("--out", "other"), "--out 'other'", "'run'"),
    ]:
        assert refused(evaluator(*resumed, *given), option, has), given
    other = evaluator(*resumed, "--guess", "slate").stderr
    assert "--guess 'slate': expected entry" in other
    assert "opening='crane'" in other
    assert "--depth 2: expected entry" in evaluator(*resumed, "--depth", 2).stderr
    same = evaluator(*resumed, *asked, "--out", tmp_path / "run")
    assert (same.returncode, same.stdout) == (0, done.stdout)


def test_a_comparison_refuses_what_contradicts_it(evaluator):
    evaluator("compare", GOOD, "mine.py:Mine(x=9.0)", *WORDS, *ASKED, "--out", "run")
    resumed = ("compare", "--resume", "run", *WORDS)

    assert refused(evaluator(*resumed, "--games", 4), "--games 4", "3")
    assert evaluator(*resumed, "--budget", 15, "--games", 3).returncode == 0


def test_a_test_refuses_what_contradicts_it(evaluator):
    asked = ("--column", "p50", "--record", 16, *ASKED)
    done = evaluator("certify", GOOD, *asked, *WORDS, "--out", "run")
    resumed = ("certify", "--resume", "run", *WORDS)

    for given, option, has in [
        (("--record", 9), "--record 9.0", "16.0"),
        (("--column", "p05"), "--column 'p05'", "'p50'"),
        (("--lead",), "--lead", "none"),
        (("--games", 20_000), "--games 20000", "3"),  # the default
    ]:
        assert refused(evaluator(*resumed, *given), option, has), given
    assert evaluator(*resumed, *asked).stdout == done.stdout


def test_a_search_refuses_what_contradicts_it(evaluator):
    asked = ("--column", "p05", "--games", 2, "--seed", "s")
    template = ("mine.py:Mine(x={x})", "x=1:9", *WORDS, *asked)
    evaluator("tune", *template, "--trials", 1, "--out", "run")
    resumed = ("tune", "--resume", "run", *WORDS)

    for given, option, has in [
        (("--column", "p50"), "--column 'p50'", "'p05'"),  # the default
        (("--games", 501), "--games 501", "2"),
        (("--out", "other"), "--out 'other'", "'run'"),
    ]:
        assert refused(evaluator(*resumed, *given), option, has), given
    assert evaluator(*resumed, *asked, "--trials", 2).returncode == 0
