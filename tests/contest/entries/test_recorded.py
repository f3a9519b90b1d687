import pytest

from contest.entries.entry import builtin_entries
from contest.entries.loading import load
from contest.entries.recorded import current_name, recorded, recorded_call
from contest.entries.syntax import EntryError
from game.protocol import Mode

FIRST = "Quantile(schedule=(10.0, 4.45), opening='trace')"
SOURCES = {
    "list.py": "ENTRIES = [A(1), A(2)]",
    "dict.py": "ENTRIES = {'a': A(1), 'b': A(2)}",
    "long.py": "SHA-256 00",
}


def test_a_recorded_entry_is_its_call_by_its_own_text():
    entry = recorded("quantile", FIRST, Mode.WORDPL)

    assert (entry.text, entry.label) == ("quantile", "")
    assert load(entry).schedule == (10.0, 4.45)
    assert recorded("quantile/p05", FIRST, Mode.WORDPL).label == "p05"
    assert recorded("entropy", "", Mode.WORDPL).expression == "Entropy()"
    first = recorded("quantile", "", Mode.WORDPL)
    assert (first.text, first.expression) == ("quantile", FIRST)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("list", "A(1)"),
        ("path/to/list.py", "A(1)"),
        ("dict/b", "A(2)"),
        ("path/to/dict.py/b", "A(2)"),
        ("list:A( x = 3 )", "A(x=3)"),
        ("long", ""),
        ("absent", ""),
    ],
)
def test_the_call_of_a_name_is_in_the_sources(text, call):
    assert recorded_call(text, SOURCES, Mode.WORDPL) == call


def test_a_recorded_name_is_shown_with_the_label_that_its_call_has_today():
    labelled = [e for e in builtin_entries(Mode.WORDPL) if e.label]

    for entry in labelled:
        text = entry.text.replace(f"/{entry.label}", f":{entry.expression}")
        assert current_name(text, entry.expression, Mode.WORDPL) == entry.text
    assert current_name("quantile", FIRST, Mode.WORDPL) == "quantile/p05"
    assert current_name("quantile", "Quantile((9.0,))", Mode.WORDPL) == "quantile"
    assert current_name("quantile", FIRST, Mode.CLASSIC) == "quantile"
    assert current_name("entropy", "Entropy()", Mode.WORDPL) == "entropy"
    assert current_name("my/mine.py", "Mine()", Mode.WORDPL) == "my/mine.py"


def test_a_recorded_class_that_is_gone_is_named():
    with pytest.raises(EntryError, match="defines no 'Gone'"):
        recorded("quantile", "Gone()", Mode.WORDPL)
