import pytest

from contest.conformance.checks import CHECKED_GAMES, check_entry
from tests.sandboxed import policy_of


def advice(text, games=CHECKED_GAMES, timeout=60.0):
    findings = check_entry(policy_of(text, timeout=timeout), games=games)
    return {finding.subject: finding.advice for finding in findings}


def test_an_entry_that_keeps_the_contract_is_confirmed():
    findings = advice("bayesian_random")

    assert len(findings) == 7
    assert not any(findings.values())


@pytest.mark.parametrize(
    ("first", "subject", "message"),
    [
        ("return 'zzzzz', 3.0", "moves are legal", "'zzzzz' is not in the word"),
        ("raise KeyError('oh')", "raises no exception", "game 0: KeyError: 'oh'"),
        pytest.param(
            *(
                "while True: pass",
                "respects the time limit",
                "0.4 s of CPU time (mine.py, line 6)",
            ),
            marks=pytest.mark.system,
        ),
        (
            "import os; return 'crane', 1.0 + os.urandom(1)[0]",
            "seed determines the moves",
            "in a second process; draw random numbers only from",
        ),
        (
            "self.x += 1; return 'crane', self.x",
            "games are independent",
            "in first_move",
        ),
        (
            # The unscored game empties it.
            "self.x = getattr(self, 'plan', [2.0]); self.plan = []; "
            "return 'crane', sum(self.x, 1.0)",
            "games are independent",
            "no unscored game is played first; in first_move",
        ),
        pytest.param(
            # Which depends on the secret of the unscored game, not on chance.
            "import random; self.plan = getattr(self, 'plan', 0) or random.random(); "
            "return 'crane', 1 + self.plan",
            "games are independent",
            "in first_move",
            marks=pytest.mark.system,
        ),
    ],
)
def test_every_fault_is_named_with_what_to_correct(
    strategy_file, first, subject, message
):
    late = subject == "respects the time limit"

    # One late game is enough; each takes a second of CPU time or less.
    findings = advice(strategy_file(first), *((1, 0.4) if late else ()))

    assert message in findings.pop(subject)
    assert not any(findings.values())


def test_an_entry_that_cannot_start_is_reported_with_the_reason(strategy_file):
    findings = advice(strategy_file("pass", head="import no_such_module"))

    assert list(findings) == ["imports are allowed", "starts"]
    assert "imports no_such_module: rule 9 in" in findings["imports are allowed"]
    assert "no_such_module" in findings["starts"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("import numpy as np, math", ""),
        ("from scipy import stats", ""),
        ("from solver import Belief", ""),
        ("from strategies.bayesian_random import BayesianRandom", ""),
        ("import pandas", "imports pandas: rule 9 in AGENTS.md allows"),
        ("from pandas.core import frame", "imports pandas: rule 9 in AGENTS.md allows"),
        ("import helper", "imports helper.py, which is not part of the entry: rule 10"),
    ],
)
def test_an_import_that_the_rules_forbid_is_named(strategy_file, line, message):
    file = strategy_file("return 'crane', 0.0", head=line)
    file.with_name("helper.py").write_text("")

    found = advice(file, 1)["imports are allowed"]

    assert found.startswith(message)
    assert bool(found) == bool(message)


def test_the_command_says_what_to_correct_and_fails(here, strategy_file):
    file = strategy_file("return 'zzzzz', 3.0")

    done = here("evaluate.py", "check", file)

    assert done.returncode == 1
    assert "moves are legal             no: game 0: guess 'zzzzz'" in done.stdout
    assert done.stdout.endswith("not ready: 1 fault\n")
