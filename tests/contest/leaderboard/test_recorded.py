import pytest

from contest.entries.entry import builtin_entries
from contest.leaderboard.recorded import listed_names, recorded_call, recorded_file
from game.protocol import Mode

FIRST = "Quantile(schedule=(10.0, 4.35), opening='trace')"
SOURCES = {
    "list.py": "ENTRIES = [A(1), A(2)]",
    "dict.py": "ENTRIES = {'a': A(1), 'b': A(2)}",
    "long.py": "SHA-256 00",
}


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
        ("tree:list", ""),
        ("list.toml", ""),
    ],
)
def test_the_call_of_a_name_is_in_the_sources(text, call):
    assert recorded_call(text, SOURCES, Mode.WORDPL) == call


def test_the_author_of_an_entry_is_in_the_sources():
    sources = {"mine.py": "AUTHOR = 'Ada Lovelace'", "other.py": "SHA-256 00"}

    assert recorded_file("path/to/mine.py:A(1)", sources).author == "Ada Lovelace"
    assert recorded_file("other", sources) is None
    assert recorded_file("absent", sources) is None


def test_entries_of_a_call_with_a_label_are_named_by_it():
    calls = {
        entry.text.replace(f"/{entry.label}", f":{entry.expression}"): entry.expression
        for entry in builtin_entries(Mode.WORDPL)
        if entry.label
    }

    names = listed_names(calls, Mode.WORDPL)

    assert [*names.values()] == [
        *("quantile/p05", "quantile/p50", "quantile/p95", "two_ahead/p95")
    ]


@pytest.mark.parametrize(
    ("text", "call", "mode", "name"),
    [
        ("quantile", FIRST, Mode.WORDPL, "quantile/p05"),
        ("quantile", "Quantile((9.0,))", Mode.WORDPL, "quantile:Quantile((9.0,))"),
        ("quantile", "", Mode.WORDPL, "quantile"),
        ("quantile/p95", "Quantile((9,))", Mode.WORDPL, "quantile:Quantile((9,))"),
        ("quantile", FIRST, Mode.CLASSIC, "quantile"),
        ("entropy", "Entropy()", Mode.WORDPL, "entropy"),
        ("my/mine.py", "Mine()", Mode.WORDPL, "my/mine.py"),
    ],
)
def test_other_entries_keep_their_names(text, call, mode, name):
    assert listed_names({text: call}, mode) == {text: name}


def test_two_names_of_an_entry_stay_apart():
    calls = {"quantile": FIRST, "quantile/p05": FIRST}

    assert [*listed_names(calls, Mode.WORDPL).values()] == [*calls]
