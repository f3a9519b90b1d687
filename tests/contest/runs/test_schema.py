import json

import pytest

from contest.runs.folder import RunError, RunFolder
from contest.runs.schema import FACTS, FactError


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", tmp_path)


def test_every_fact_must_be_there(folder, run_json):
    whole = json.loads(run_json())
    folder.write("run.json", json.dumps(whole))

    assert folder.facts() == whole
    for name in FACTS:
        rest = {key: value for key, value in whole.items() if key != name}
        folder.write("run.json", json.dumps(rest))
        with pytest.raises(FactError, match=f"run.json' has no '{name}'"):
            folder.facts()


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ({"mode": "foo"}, "mode 'foo': expected wordpl or classic"),
        ({"hard": []}, r"hard \[\]: expected off or nyt or strict"),
        ({"games": "x"}, "games 'x': expected int"),
        ({"games": True}, "games True: expected int"),
        ({"games": 0}, "games 0: expected int above 0, at most 1e\\+09"),
        ({"games": -4}, "games -4: expected int above 0"),
        ({"games": 4.0}, "games 4.0: expected int above 0"),
        ({"games": 10**4000}, "games 10{32,40}: expected int above 0"),
        ({"boards": 0}, "boards 0: expected int above 0"),
        ({"timeout": 0}, r"timeout 0: expected int \| float above 0, at most 86400"),
        ({"timeout": 1e300}, r"timeout 1e\+300: expected"),
        ({"start_timeout": -1.0}, r"start_timeout -1.0: expected"),
        ({"width": 10**400}, "width 10{32,40}: expected"),
        ({"complete": 1}, "complete 1: expected bool"),
        ({"timeout": None}, r"timeout None: expected int \| float"),
        ({"width": "1"}, r"width '1': expected int \| float \| None"),
        ({"entries": [1]}, r"entries \[1\]: expected list\[str\]"),
        ({"digests": []}, r"digests \[\]: expected dict\[str, str\]"),
        ({"failures": {"a": None}}, r"failures .*: expected dict\[str, str\]"),
    ],
)
def test_a_fact_of_another_type_is_quoted(folder, run_json, fact, told):
    folder.write("run.json", run_json(**fact))

    with pytest.raises(FactError, match=f"run.json': {told}"):
        folder.facts()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_without_a_meaning_are_refused(folder, run_json, number):
    text = run_json(timeout=7.5)
    folder.write("run.json", text.replace("7.5", number))

    with pytest.raises(RunError, match=r"run.json' cannot be read"):
        folder.facts()


@pytest.mark.parametrize("text", ["[" * 100_000, '{"rules":' * 100_000, "1", "[]"])
def test_what_is_no_fact_at_all_is_one_line(folder, text):
    folder.write("run.json", text)

    with pytest.raises(RunError, match=r"run.json' cannot be read"):
        folder.facts()
