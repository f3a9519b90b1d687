"""Rules, calls and links of AGENTS.md; tests/test_entering.py runs its commands."""

import re
from pathlib import Path

import numpy as np
import pytest

import solver
from contest.sandbox.limits import TIMEOUT, Limits
from game import Setting, Vocabulary, letterwise, parse, to_text
from game.protocol import CHEAP, LEAST_PRICE, MOST_CHEAP

TEXT = (Path(__file__).resolve().parents[1] / "AGENTS.md").read_text(encoding="utf-8")
COSTS = TEXT.partition("## What calls cost")[2]
CALLS = re.findall(r"^\| `([\w.]+\(.*?\))` \|", COSTS, re.M)


def test_the_rules_have_the_figures_of_the_referee():
    words = Vocabulary.load()
    found = re.findall(r"^\d+\. (.*(?:\n   .*)*)", TEXT, re.M)
    rules = [" ".join(rule.split()) for rule in found]

    assert len(rules) == 10
    for rule, figures in (
        (0, (f"the {len(words.answers):,} words", f"the {len(words.guesses):,} words")),
        (1, (f"at least {LEAST_PRICE:g}", f"cost less than {CHEAP:g}")),
        (2, (f"SASSY gets `{to_text(letterwise('mesas', 'sassy'), 5)}`", "is MESAS")),
        (4, (f"one of the {len(words.answers):,} words",)),
        (6, (f"{TIMEOUT:g} s of CPU", f"start has {Limits().start_timeout:g} s")),
    ):
        assert all(figure in rules[rule] for figure in figures), rules[rule]
    assert MOST_CHEAP == 10
    assert "at most ten moves" in rules[1]


@pytest.mark.parametrize("call", CALLS)
def test_a_call_of_the_table_is_one_of_the_library(call):
    answers = ("crane", "slate", "trace")
    words = Vocabulary(answers, ("crane", "salet", "slate", "trace"))
    matrix = solver.clue_matrix(words, Setting(words).rule)
    belief = solver.Belief.uniform(3)
    names = vars(solver) | {name: getattr(solver, name) for name in solver.__all__}
    names |= {
        "matrix": matrix,
        "belief": belief,
        "p": belief.probabilities,
        "index": 1,
        "row": matrix[1],
        "clue": parse("..i.c", 5),
        "price": 9.0,
        "menu": np.array([0, 2]),
    }

    value = eval(call, names)

    if call.startswith("information"):
        assert value[names["first_best"](value)] == pytest.approx(value.max())
    elif isinstance(value, solver.Belief):
        assert words.answers[value.best] in words.answers
    else:
        rows, chances = map(np.atleast_1d, value)
        assert len(rows) == len(chances)
        assert set(rows) <= set(range(len(words.guesses)))


def test_every_call_has_its_cost():
    assert len(CALLS) == 6
