import json

import pytest

from contest.facts import FACTS, FactError
from contest.records import RunFolder


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
