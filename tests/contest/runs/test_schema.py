import json

import pytest

from contest.runs.folder import RunFolder
from contest.runs.schema import FACTS, FactError, read_json


@pytest.fixture
def folder(tmp_path):
    return RunFolder.create(tmp_path / "run", tmp_path)


def test_every_fact_must_be_there(folder, run_json):
    whole = json.loads(run_json())
    folder.write("run.json", json.dumps(whole))

    assert folder.facts() == whole
    older = {"calls", "max_turns", "numbers", "namespaces", "channel", "given"}
    older |= {"command", "mark"}
    for name in sorted(FACTS.keys() - older):  # which older runs do not have
        rest = {key: value for key, value in whole.items() if key != name}
        folder.write("run.json", json.dumps(rest))
        with pytest.raises(FactError, match=f"run.json' has no '{name}'"):
            folder.facts()


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ({"mode": "foo"}, "mode 'foo': expected wordpl or classic"),
        ({"hard": []}, r"hard \[\]: expected off or nyt or strict"),
        ({"games": "x"}, "games 'x': expected int"),
        ({"games": True}, "games True: expected int"),
        ({"games": 0}, "games 0: expected int >= 1"),
        ({"games": -4}, "games -4: expected int >= 1"),
        ({"games": 4.0}, "games 4.0: expected int$"),
        ({"games": 10**400}, "games 10{32,40}: expected int <= 1000000000"),
        ({"boards": 0}, "boards 0: expected int >= 1"),
        ({"timeout": 0}, r"timeout 0: expected float > 0.0"),
        ({"timeout": 1e300}, r"timeout 1e\+300: expected float <= 86400.0"),
        ({"start_timeout": -1.0}, r"start_timeout -1.0: expected"),
        ({"width": 10**400}, "width 10{32,40}: expected a smaller number"),
        ({"width": 2**53 + 2}, "width 9007199254740994: expected float <="),
        ({"complete": 1}, "complete 1: expected bool"),
        ({"timeout": None}, r"timeout None: expected float"),
        ({"width": "1"}, r"width '1': expected float \| none"),
        ({"entries": [1]}, r"entries\[0\] \[1\]: expected str"),
        ({"digests": []}, r"digests \[\]: expected object"),
        ({"failures": {"a": None}}, r"failures\[...\] .*: expected str"),
    ],
)
def test_a_fact_of_another_type_is_quoted(folder, run_json, fact, message):
    folder.write("run.json", run_json(**fact))

    with pytest.raises(FactError, match=f"run.json': {message}"):
        folder.facts()


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        "[NaN]",
        "[-Infinity]",
        "[1e999]",
        f"[{'9' * 5000}]",
        "{",
        "",
    ],
)
def test_json_that_nothing_can_use_is_refused(tmp_path, text):
    file = tmp_path / "file.json"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(ValueError, match=r"\w"):
        read_json(file)
