import math

import pytest

from contest.runs.facts import RunError

pytest.importorskip("optuna", reason="needs the extra [tune]")

from contest.runs.plan import Plan
from contest.tuning.search import parse_range
from contest.tuning.study import ParameterSearch
from game.protocol import Setting
from game.words import Vocabulary

WORDS = ("crane", "slate")


def a_search(folder, *ranges):
    """Return a search of which no game is played."""
    space = dict(map(parse_range, ranges or ("a=7:11", "b=4:8")))
    plan = Plan((), Setting(Vocabulary(WORDS, WORDS)), 20, "z")
    return ParameterSearch(folder, "mine", space, 0.05, plan)


def try_values(search, trials):
    """Give trials a loss that is least at (9.3, 5.3); return their values."""
    made = []
    while len(search.finished_trials) < trials and (trial := search.ask()) is not None:
        values = search.values(trial)
        made.append(values)
        for name in ("loss", "budget", "chance", "error", "games"):
            trial.set_user_attr(name, 1.0)
        goal = {"a": 9.3, "b": 5.3}
        found = sum((values[name] - goal.get(name, 0)) ** 2 for name in values)
        search.study.tell(trial, found)
    return made


@pytest.mark.system
def test_the_search_comes_close_to_the_best(tmp_path):
    made = try_values(a_search(tmp_path), 40)

    assert len(made) == 40
    assert min(math.dist(v.values(), (9.3, 5.3)) for v in made) < 0.3


def test_a_search_that_is_resumed_goes_the_same_way(tmp_path):
    (tmp_path / "whole").mkdir()
    (tmp_path / "cut").mkdir()
    made = try_values(a_search(tmp_path / "whole"), 15)

    first = try_values(a_search(tmp_path / "cut"), 12)
    a_search(tmp_path / "cut").ask()  # killed in this trial
    with (tmp_path / "cut" / "trials.log").open("a") as file:
        file.write('{"op_code": 4, "wor')  # and in the middle of a line
    rest = try_values(a_search(tmp_path / "cut"), 15)

    assert first + rest == made


def test_a_search_ends_when_all_values_are_tried(tmp_path):
    made = try_values(a_search(tmp_path, "n=1:4:1"), 100)

    assert sorted(values["n"] for values in made) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "line", ["[" * 100_000, '{"op_code": 1}', "[]", "7", "\0", "{}", "9" * 5000]
)
def test_trials_that_cannot_be_read_are_one_line(tmp_path, line):
    (tmp_path / "trials.log").write_text(f"{line}\n")

    with pytest.raises(RunError, match="cannot be read: expected the trials"):
        a_search(tmp_path)


def test_trials_of_another_search_are_one_line(tmp_path):
    try_values(a_search(tmp_path), 1)

    with pytest.raises(RunError, match="cannot be read: expected the trials"):
        a_search(tmp_path, "n=1:4:1")
