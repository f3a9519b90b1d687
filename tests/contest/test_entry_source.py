import pytest

from contest.entry_source import EntryError, called, listed, names
from game.protocol import Mode


@pytest.fixture
def file(tmp_path):
    """Write a strategy's file, which would fail if it were run."""

    def write(text):
        path = tmp_path / "mine.py"
        path.write_text(f"raise SystemExit\n{text}")
        return path

    return write


def test_entries_are_read_for_the_games_that_a_file_is_for(file):
    path = file("MODES = ('classic',)\nENTRIES: list = [A(), A(x=1)]\n")

    assert list(listed(path, Mode.CLASSIC)) == ["A()", "A(x=1)"]
    assert list(listed(path, Mode.WORDPL)) == []


def test_names_are_those_at_the_top(file):
    path = file("from b import C as D\nclass A: x = 1\ndef f(): y = 2\nz = 3\n")

    assert names(path) == {"A", "D", "f", "z"}


def test_a_call_has_plain_values():
    assert called("A(1, x=('y', None))", "mine") == "A"
    with pytest.raises(EntryError, match="'mine': expected Class"):
        called("A(open('x'))", "mine")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1\nclass (\n", "'mine.py', line 3: not valid Python"),
        ("MODES = classic\n", r"'mine.py', line 2: expected MODES = \(...\)"),
        ("ENTRIES = [" + "-" * 9000 + "1]\n", "nested too deeply"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(file, text, told):
    with pytest.raises(EntryError, match=told):
        list(listed(file(text), Mode.WORDPL))
