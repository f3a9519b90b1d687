import warnings

import pytest

from contest.entries.digests import entry_digest
from contest.entries.entry import resolve
from contest.entries.source import author_of, called, listed, names, same_but_entries
from contest.entries.syntax import EntryError
from game.calls import read_call
from game.errors import InputError
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

    assert list(listed(path, Mode.CLASSIC)) == [("", "A()"), ("", "A(x=1)")]
    assert list(listed(path, Mode.WORDPL)) == []
    assert author_of(path) == ""


def test_an_author_is_a_short_name_in_quotes(file):
    assert author_of(file("AUTHOR = 'Zoë O. & Co-Op'\n")) == "Zoë O. & Co-Op"
    for text in ("''", "'a|b'", "'" + 41 * "a" + "'", "7", "name()"):
        with pytest.raises(EntryError, match=r"'mine\.py', line 2: AUTHOR "):
            author_of(file(f"AUTHOR = {text}\n"))


def test_items_of_a_dict_have_labels(file):
    path = file('ENTRIES = {"p50": A(), "all-in": A(x=1)}\n')

    assert list(listed(path, Mode.WORDPL)) == [("p50", "A()"), ("all-in", "A(x=1)")]


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ("'a b': A()", "label 'a b': expected 1 to 40 letters"),
        ("'': A()", "label '': expected"),
        ("'a/b': A()", "label 'a/b': expected"),
        ("'mine.py': A()", "label 'mine.py': expected"),
        ("5: A()", "label 5: expected"),
        ("name: A()", "label name: expected"),
        ("**more", r"label \*\*: expected"),
        ("'a': A(), 'a': A(1)", "has label 'a' twice"),
        ("'a': A(x=y)", "ENTRIES item 'A\\(x=y\\)': expected Class"),
    ],
)
def test_a_label_that_cannot_be_is_quoted_with_its_line(file, items, message):
    with pytest.raises(EntryError, match=f"'mine.py', line 2, {message}|{message}"):
        list(listed(file(f"ENTRIES = {{{items}}}\n"), Mode.WORDPL))


def test_two_texts_of_a_file_are_the_same_code_but_for_entries():
    code = "class A:\n    x = 1\n"
    labelled = f"{code}# named\nENTRIES = {{'a': A()}}\n"

    assert same_but_entries(f"{code}ENTRIES = [A()]\n", labelled)
    assert not same_but_entries(code.replace("1", "2"), labelled)
    assert not same_but_entries("not Python (", labelled)


def test_names_are_those_at_the_top(file):
    path = file("from b import C as D\nclass A: x = 1\ndef f(): y = 2\nz = 3\n")

    assert names(path) == {"A", "D", "f", "z"}


def test_a_call_has_plain_values():
    call = called("A(1, x=('y', None))", "mine")

    assert str(call) == "A(1, x=('y', None))"
    with pytest.raises(EntryError, match="mine: expected Class"):
        called("A(open('x'))", "mine")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\nclass (\n", "'mine.py', line 3: not valid Python"),
        ("MODES = classic\n", r"'mine.py', line 2: expected MODES = \(...\)"),
        ("ENTRIES = [" + "-" * 9000 + "1]\n", "nested too deeply"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(file, text, message):
    with pytest.raises(EntryError, match=message):
        list(listed(file(text), Mode.WORDPL))


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("A(n=x)", "expected Class"),
        ("A(n=1, 3)", "not valid Python"),
        ("A(m=3)", "takes no parameter 'm': expected one of n, opening"),
        ("A(1, openin='x')", "'openin': .*did you mean 'opening'"),
        ("A()", "missing a required argument: 'n': expected n"),
        ("A(1, 2, 3)", "too many positional arguments"),
        ("A(1, n=2)", "multiple values for argument 'n'"),
        ("B(m=3)", "takes no parameter 'm': expected one of n, opening"),
        ("C(1)", "too many positional arguments: expected none"),
        ("make(m=3)", "takes no parameter 'm': expected one of size"),
    ],
)
def test_an_item_of_the_list_is_blamed_by_its_line(file, item, message):
    path = file(
        "x = 3\n"
        "class A: ...\n\n"
        "class A:\n    def __init__(self, n, opening=''): ...\n"
        "class C: ...\n"
        "class B(C, A): ...\n"
        "def make(size): ...\n"
        f"ENTRIES = [\n    A(1),\n    {item},\n]\n"
    )

    with pytest.raises(EntryError, match=f"'mine.py', line 12.*{message}"):
        list(listed(path, Mode.WORDPL))


@pytest.mark.parametrize(
    "text",
    [
        "@decorated\nclass A:\n    def __init__(self): ...\n",
        "class A(metaclass=Meta):\n    def __init__(self): ...\n",
        "class A:\n    @decorated\n    def __init__(self): ...\n",
        "class A:\n    def __new__(cls, *args): ...\n",
        "class A:\n    def __init__(self, **kept): ...\n",
        "class A:\n    def __init__(self): ...\nA = wrapped(A)\n",
        "class A(library.Base): ...\n",
        "class A(Unknown): ...\n",
        "from mine import A\n",
        "from other import A\n",
    ],
)
def test_arguments_are_accepted_where_reading_does_not_say(file, text):
    path = file(f"{text}ENTRIES = [A(m=3)]\n")
    (path.parent / "other.py").write_text("from mine import A\n")

    assert list(listed(path, Mode.WORDPL)) == [("", "A(m=3)")]


def test_no_line_of_an_entry_is_shown_in_a_warning(strategy_file):
    path = strategy_file('return "crane", 1if True else "red"')

    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        entry = resolve(str(path))
        entry_digest(entry)
        with pytest.raises(InputError):
            read_call("Mine(1if True else 2)")

    assert shown == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"# coding: utf-7\nx = 1\n", "'mine.py' has encoding 'utf-7': expected UTF-8"),
        (b"#\n# coding: punycode\n" + b"a" * 500_000, "encoding 'punycode'"),
        (b"x = '\xff'\n", "'mine.py', line 1: not valid Python"),
        ("\ny = 'a\u202eb'\n".encode(), "line 2, column 7: character U\\+202E"),
        ("# a\u200bb\n".encode(), "line 1, column 4: character U\\+200B"),
        ("# a\u2028x = 1\n".encode(), "line 1, column 4: character U\\+2028"),
        (b"# a\rx = 1\n", "line 1, column 4: character U\\+000D"),
    ],
)
def test_a_file_that_reads_otherwise_than_it_runs_is_refused(tmp_path, text, message):
    file = tmp_path / "mine.py"
    file.write_bytes(text)

    with pytest.raises(EntryError, match=message):
        names(file)


def test_a_byte_order_mark_and_other_line_ends_are_text(tmp_path):
    file = tmp_path / "mine.py"
    file.write_bytes(b"\xef\xbb\xbf# coding: utf-8\r\nx = 1\r\n")

    assert names(file) == {"x"}
