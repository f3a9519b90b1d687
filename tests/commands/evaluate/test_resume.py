import pytest

GOOD = "mine.py:Mine(x=15.0)"
WORDS = ("--answers", "pair.txt", "--jobs", 1)
ASKED = ("--games", 3, "--seed", "s", "--timeout", 4)


def refuse(evaluator, resumed, cases):
    """Refuse each option in one line that says what the run has."""
    for given, option, has in cases:
        done = evaluator(*resumed, *given)
        line = f"{option}: expected {has}, as at the start of 'run'\n"
        said = (2, "", f"evaluate.py: error: {line}")
        assert (done.returncode, done.stdout, done.stderr) == said, given


@pytest.mark.system
def test_a_run_that_goes_on_refuses_what_contradicts_it(evaluator, tmp_path):
    asked = (*ASKED, "--mode", "classic", "--guess", "crane", "--isolate-games")
    done = evaluator("minimax", *WORDS, *asked, "--out", "run")
    resumed = ("--resume", "run", *WORDS)

    cases = [
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
    ]
    refuse(evaluator, resumed, cases)
    other = evaluator(*resumed, "--guess", "slate").stderr
    assert "--guess 'slate': expected entry" in other
    assert "opening='crane'" in other
    assert "--depth 2: expected entry" in evaluator(*resumed, "--depth", 2).stderr
    same = evaluator(*resumed, *asked, "--out", tmp_path / "run")
    assert (same.returncode, same.stdout) == (0, done.stdout)


def test_a_comparison_refuses_what_contradicts_it(evaluator):
    evaluator("compare", GOOD, "mine.py:Mine(x=9.0)", *WORDS, *ASKED, "--out", "run")
    resumed = ("compare", "--resume", "run", *WORDS)

    refuse(evaluator, resumed, [(("--games", 4), "--games 4", "3")])
    assert evaluator(*resumed, "--budget", 15, "--games", 3).returncode == 0


def test_a_test_refuses_what_contradicts_it(evaluator):
    asked = ("--column", "p50", "--record", 16, *ASKED)
    done = evaluator("certify", GOOD, *asked, *WORDS, "--out", "run")
    resumed = ("certify", "--resume", "run", *WORDS)

    cases = [
        (("--record", 9), "--record 9.0", "16.0"),
        (("--column", "p05"), "--column 'p05'", "'p50'"),
        (("--lead",), "--lead", "none"),
        (("--games", 20_000), "--games 20000", "3"),  # the default
    ]
    refuse(evaluator, resumed, cases)
    assert evaluator(*resumed, *asked).stdout == done.stdout


def test_a_search_refuses_what_contradicts_it(evaluator):
    asked = ("--column", "p05", "--games", 2, "--seed", "s")
    template = ("mine.py:Mine(x={x})", "x=1:9", *WORDS, *asked)
    evaluator("tune", *template, "--trials", 1, "--out", "run")
    resumed = ("tune", "--resume", "run", *WORDS)

    cases = [
        (("--column", "p50"), "--column 'p50'", "'p05'"),  # the default
        (("--games", 501), "--games 501", "2"),
        (("--out", "other"), "--out 'other'", "'run'"),
    ]
    refuse(evaluator, resumed, cases)
    assert evaluator(*resumed, *asked, "--trials", 2).returncode == 0
