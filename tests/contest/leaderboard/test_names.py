import pytest

from contest.entries.entry import builtin_entries
from contest.leaderboard.names import file_stem, listed_names
from game.protocol import Mode

FIRST = "Quantile(schedule=(10.0, 4.35), opening='trace')"


@pytest.mark.parametrize(
    ("text", "stem"),
    [
        ("list", "list"),
        ("path/to/list.py", "list"),
        ("strategies.list", "list"),
        ("dict/b", "dict"),
        ("path/to/dict.py/b", "dict"),
        ("list:A( x = 3 / 4 )", "list"),
        ("path/to/bot.toml", "bot"),
        ("absent", "absent"),
        ("to/list.py", "list"),
    ],
)
def test_the_file_of_a_name_is_found_before_its_label(text, stem):
    assert file_stem(text, ["list.py", "dict.py", "bot.toml", "to.py"]) == stem


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
