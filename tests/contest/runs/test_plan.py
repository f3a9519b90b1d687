from dataclasses import replace

import pytest

from contest.entries.entry import resolve
from contest.runs.plan import Plan
from contest.sandbox.limits import Limits
from game.errors import InputError
from game.hard import Hard
from game.protocol import Mode, Setting


@pytest.fixture
def plan(words):
    """Return a plan of which no field has its default."""
    return Plan(
        entries=(resolve("quantile/p50"), resolve("entropy")),
        setting=Setting(words, Mode.CLASSIC, 6, 4.0, hard=Hard.NYT),
        games=7,
        seed="s",
        limits=Limits(30.0, isolate_games=True),
        whole_dictionary=True,
        commit="c" * 40,
        numbers={"p05": 2},
        command="score",
    )


def test_a_plan_is_what_its_facts_say(plan):
    facts = plan.facts()

    again = Plan.from_facts(facts)

    assert facts.entries == ["quantile/p50", "entropy"]
    assert (facts.official, facts.complete) == (True, False)
    assert [e.text for e in again.entries] == [e.text for e in plan.entries]
    assert [e.expression for e in again.entries] == [*facts.calls.values()]
    assert replace(again, entries=plan.entries) == plan


def test_an_official_run_has_a_pool_of_workers_for_each_entry(plan):
    first, second = plan.entries

    assert plan.pools == [(first,), (second,)]
    assert replace(plan, commit="").pools == [(first, second)]


def test_an_entry_that_is_given_twice_is_refused(plan):
    twice = replace(plan, entries=plan.entries[:1] * 2)

    with pytest.raises(InputError, match="'quantile/p50' is given twice"):
        twice.check()
