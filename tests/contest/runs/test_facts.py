import json
from dataclasses import replace

import pytest

from contest.runs.facts import RunError, RunFacts, RunStatus, read_json
from contest.runs.workers.runner import Chunk
from game.protocol import Setting
from game.words import Vocabulary

NEEDED = {"rules", "words", "games", "seed", "entries", "checkout", "code", "digests"}
NEEDED |= {"complete"}


@pytest.fixture
def read(tmp_path, run_json):
    """Read facts that are written with some changes."""

    def changed(**facts):
        path = tmp_path / "run.json"
        path.write_text(run_json(**facts))
        return RunFacts.read(path)

    return changed


def test_facts_without_a_default_must_be_there(tmp_path, run_json):
    whole = json.loads(run_json())
    file = tmp_path / "run.json"

    for name in whole:
        file.write_text(json.dumps({k: x for k, x in whole.items() if k != name}))
        if name in NEEDED | {"timeout"}:  # the games of a run have a limit
            with pytest.raises(RunError, match=r"expected"):
                RunFacts.read(file)
        else:
            assert json.loads(RunFacts.read(file).to_json()) == whole


def test_facts_are_read_as_they_were_written_and_others_are_ignored(read):
    facts = read(numbers={"p50": 3}, games=7, names={"a": "A(x=1)"}, later="?")

    again = read(**json.loads(facts.to_json()))

    assert (facts.numbers, facts.games) == ({"p50": 3}, 7)
    assert again == facts
    assert "later" not in facts.to_json()


@pytest.mark.parametrize(
    "fact",
    [
        {"mode": "foo"},
        {"hard": []},
        *({"games": games} for games in ("x", True, 0, -4, 4.0, 10**400)),
        {"timeout": None},
        {"start_timeout": "1"},
        {"complete": 1},
        {"entries": [1]},
        {"digests": []},
        {"failures": {"a": None}},
        {"numbers": {"p50": 0}},
        {"numbers": {"p51": 1}},
    ],
)
def test_a_fact_of_another_type_or_size_is_refused_by_its_name(read, fact):
    (name,) = fact

    with pytest.raises(RunError, match=rf"run.json': .*\$\.{name}.*: expected"):
        read(**fact)


@pytest.mark.parametrize(
    "fact",
    [
        {"given": "crane"},
        {"channel": "lies:1"},
        {"hard": "nyt"},
        {"boards": 0},
        {"boards": 2},
        {"timeout": 0},
        {"timeout": 1e5},
        {"start_timeout": -1.0},
    ],
)
def test_rules_that_cannot_be_played_are_refused(read, fact):
    ((name, value),) = fact.items()

    with pytest.raises(RunError, match=f"{name} .*{value}.*: expected"):
        read(mode="wordpl", **fact)


def test_facts_of_other_rules_are_refused(tmp_path):
    file = tmp_path / "run.json"
    file.write_text('{"rules": 1}')

    with pytest.raises(RunError, match="version 1 of the rules: expected version 2"):
        RunFacts.read(file)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[NaN]",
        "[1e999]",
        f"[{'9' * 5000}]",
        "{",
        "",
    ],
)
def test_json_that_nothing_can_use_is_refused(tmp_path, text):
    file = tmp_path / "file.json"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(RunError, match=r"file.json' cannot be read"):
        read_json(file)


def test_the_status_of_a_run_is_the_one_that_was_written(read):
    status = RunStatus({"mine": "Mine"}, {"b": "no"}, ["mine"], ["seccomp: left out"])

    again = read(**json.loads(replace(read(), status=status).to_json()))

    assert again.status == status
    assert json.loads(again.to_json())["isolation"] == "partial"


@pytest.mark.parametrize(
    ("name", "value", "changed"),
    [
        ("code", "other", "code"),
        ("setting", Setting(Vocabulary(("crane",), ("crane",))), "words"),
        ("digests", {"mine": "other"}, "entries"),
        ("seed", "other", ""),
    ],
)
def test_what_has_changed_since_a_run_began_is_named(read, name, value, changed):
    before = read(code="c", digests={"mine": "m"})

    now = replace(before, **{name: value})

    assert before.changed_source(now) == changed


def test_the_namespaces_are_those_of_the_first_worker_that_lacks_some():
    status = RunStatus()
    seen = ("own", "", "none (denied)", "own", "none (left out)")

    news = [status.add("mine", Chunk(namespaces=name)) for name in seen]

    assert news == [True, False, True, False, False]
    assert status.namespaces == "none (denied)"


def test_the_level_of_isolation_is_what_is_left():
    missing = ["Landlock: none", "seccomp: none"]

    levels = [RunStatus(missing=missing[:count]).isolation for count in range(3)]

    assert levels == ["full", "partial", "process-only"]
