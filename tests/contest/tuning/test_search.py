import math
import re

import numpy as np
import pytest

from contest.runs.folder import RunError
from contest.statistics.posteriors import WinCurve
from contest.tuning.search import Range, TuningError, check_template, loss, search
from contest.tuning.trials import Trial, Trials, draw


@pytest.mark.parametrize(
    ("text", "numbers", "value"),
    [
        ("a=7:11", [7.1234567, 99, -5], [7.123, 11, 7]),
        ("a=0.001:0.002", [0.00123456], [0.001235]),
        ("n=1:5:1", [1.4, 4.6, 5.0], [1, 5, 5]),
        ("n=0:1:0.4", [0.5, 1.0], [0.4, 0.8]),
    ],
)
def test_a_range_knows_which_values_are_in_it(text, numbers, value):
    found = [Range.parse(text).value(number) for number in numbers]

    assert found == value
    if text.endswith(":1"):
        assert all(isinstance(one, int) for one in found)


@pytest.mark.parametrize(
    "text",
    [
        *("a", "a=1", "a=1:x", "a=2:1", "a=1:1", "a=1:2:0", "1=1:2", "a=1:inf", "=1:2"),
        *("a=-1e308:1e308", "a=0:1e300:1e-300", f"a=-{10**308}:{10**308}:1"),
    ],
)
def test_a_range_that_is_none_is_quoted(text):
    with pytest.raises(TuningError, match=re.escape(text)):
        Range.parse(text)


@pytest.mark.parametrize(
    ("template", "names", "quoted"),
    [
        ("mine:Mine(x={a})", "b", "'b'"),
        ("mine:Mine(x={a}, y={b})", "a", "b=1:2"),
        ("mine:Mine(x={a})", "aa", "twice"),
        ("mine:Mine(x={a)", "a", "Mine"),
        ("mine:Mine()", "", "placeholders"),
        ("mine:Mine({a:q})", "a", "expected a name alone"),
        ("mine:Mine({a!x})", "a", "expected a name alone"),
        ("mine:Mine({a}, {})", "a", "expected a name alone"),
        ("mine:Mine({a:{b}})", "a", "expected a name alone"),
        ("mine:Mine({a.real})", "a", "expected a name alone"),
    ],
)
def test_placeholders_and_ranges_must_be_the_same(template, names, quoted):
    ranges = [Range(name, 1, 2) for name in names]

    with pytest.raises(TuningError, match=re.escape(quoted)):
        check_template(template, ranges)


def test_the_search_comes_close_to_the_best_and_repeats_itself():
    ranges = [Range("a", 7, 11), Range("b", 4, 8)]

    def tried(trials):
        made = []
        search(
            ranges,
            trials,
            lambda v: made.append(v) or (v["a"] - 9.3) ** 2 + (v["b"] - 5.3) ** 2,
        )
        return made

    made = tried(40)

    assert len(made) == 40
    assert tried(15) == made[:15]
    assert min(math.dist(v.values(), (9.3, 5.3)) for v in made) < 0.05


def test_a_search_ends_when_all_values_are_tried():
    made = []

    search([Range("n", 1, 4, 1)], 100, lambda v: made.append(v["n"]) or 0.0)

    assert sorted(made) == [1, 2, 3, 4]


def test_to_win_too_seldom_is_never_better_than_to_pay():
    budgets = np.full(100, 10.0)
    enough = loss(WinCurve(budgets + 5, np.full(100, 0.051)), 0.05)
    short = [loss(WinCurve(budgets, np.full(100, p)), 0.05) for p in (0.03, 0.02, 0)]

    assert enough == 15.0
    assert 15.0 < short[0] < short[1] < short[2] < math.inf


def test_luck_is_taken_off():
    # The cheapest games are won for sure, and the others are lost.
    def found(won):
        chances = np.zeros(400)
        chances[:won] = 1.0
        return loss(WinCurve(np.arange(400.0, 800.0), chances), 0.05)

    # 20 of 400 are 5 %; 25 of them are still 5 % less one standard error.
    assert found(20) > 799
    assert found(26) < 430


@pytest.fixture
def trials(tmp_path):
    found = Trials(tmp_path / "trials.csv", ["a", "n"])
    found.add(Trial({"a": 1.25, "n": 2}, 15.5, math.inf, 0.04, 0.001))
    found.add(Trial({"a": 1.5, "n": 1}, 14.5, 14.5, 0.0512, 0.0015))
    return found


def test_trials_are_kept_as_they_were(trials):
    again = Trials(trials.path, trials.names)

    assert again.made == trials.made
    assert again.best() == trials.made[1]
    header, first, second, *_ = again.text("p05").splitlines()
    assert header.split()[:3] == ["a", "n", "p05"]
    assert first.split() == ["1.5", "1", "14.5", "5.12", "±", "0.15", "%", "14.5"]
    assert second.split()[2] == "inf"


def test_what_was_learned_is_drawn_the_same_every_time(trials, tmp_path):
    pytest.importorskip("matplotlib", reason="needs the extra [report]")
    for name in ("one.svg", "two.svg"):
        draw(trials, "p05", tmp_path / name)

    text = (tmp_path / "one.svg").read_text()

    assert text == (tmp_path / "two.svg").read_text()
    assert text.startswith("<?xml")


@pytest.mark.parametrize("cell", ["9" * 5000, "x", "", "9" * 200_000])
def test_trials_that_cannot_be_read_are_one_line(trials, cell):
    head, first, _ = trials.path.read_text().splitlines()
    rest = first.partition(",")[2]
    trials.path.write_text(f"{head}\n{cell},{rest}\n")

    with pytest.raises(RunError, match="cannot be read: expected trials of a, n"):
        Trials(trials.path, trials.names)
