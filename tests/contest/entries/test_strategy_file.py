import sys
import warnings
from inspect import signature
from types import ModuleType

import pytest

from contest.entries.digests import entry_digest
from contest.entries.entry import resolve
from contest.entries.source_text import EntryError
from contest.entries.strategy_file import StrategyFile
from game.calls import read_call
from game.errors import InputError
from game.protocol import Mode


@pytest.fixture
def file(tmp_path):
    """Write and read a strategy's file; running the file would fail."""

    def write(text):
        path = tmp_path / "mine.py"
        path.write_text(f"raise SystemExit\n{text}")
        return StrategyFile.read(path)

    return write


def test_entries_are_read_for_the_games_that_a_file_is_for(file):
    mine = file("MODES = ('classic',)\nENTRIES: list = [A(), A(x=1)]\n")

    assert mine.entries(Mode.CLASSIC) == [("", "A()"), ("", "A(x=1)")]
    assert mine.entries(Mode.WORDPL) == []
    assert mine.modes == (Mode.CLASSIC,)
    assert mine.author == ""
    assert file("").modes == tuple(Mode)


def test_an_author_is_a_short_name_in_quotes(file):
    assert file("AUTHOR = 'Zoë O. & Co-Op'\n").author == "Zoë O. & Co-Op"
    hidden = r"'\u3164\uffa0'"
    for text in ("''", "'a|b'", "'" + 41 * "a" + "'", "7", "name()", hidden):
        with pytest.raises(EntryError, match=r"'mine\.py', line 2: AUTHOR "):
            assert not file(f"AUTHOR = {text}\n").author


def test_items_of_a_dict_have_labels(file):
    mine = file('ENTRIES = {"p50": A(), "all-in": A(x=1)}\n')

    assert mine.entries(Mode.WORDPL) == [("p50", "A()"), ("all-in", "A(x=1)")]


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ("'a b': A()", "label 'a b': expected a label in quotes"),
        ("'': A()", "label '': expected"),
        ("'a/b': A()", "label 'a/b': expected"),
        ("5: A()", "label 5: expected"),
        ("name: A()", "label name: expected"),
        ("**more", r"label \*\*: expected"),
        ("'a': A(), 'a': A(1)", "has label 'a' twice"),
        ("'a': A(x=y)", "ENTRIES item 'A\\(x=y\\)': expected a call like Class"),
    ],
)
def test_a_label_that_cannot_be_is_quoted_with_its_line(file, items, message):
    with pytest.raises(EntryError, match=f"'mine.py', line 2, {message}|{message}"):
        file(f"ENTRIES = {{{items}}}\n").entries(Mode.WORDPL)


@pytest.mark.parametrize(
    "text",
    [
        "first = ENTRIES = [A()]\nfirst.append(A(1))\n",
        "ENTRIES = [A(), ENTRIES.append]\n",
        "ENTRIES: (ENTRIES := [A(1)]) = [A()]\n",
        "if True:\n    ENTRIES = [A()]\n",
        "print(ENTRIES)\nENTRIES = [A()]\n",
    ],
)
def test_entries_of_another_statement_than_one_assignment_are_refused(file, text):
    with pytest.raises(
        EntryError, match="line 2: this statement may set or use ENTRIES"
    ):
        file(text).entries(Mode.WORDPL)


@pytest.mark.parametrize(
    "more",
    [
        "ENTRIES += [A(1)]",
        "from other import ENTRIES",
        "import other as ENTRIES",
        "from other import *",
        "match [A(1)]:\n    case [*ENTRIES]: pass",
        "try:\n    raise A\nexcept A as ENTRIES: pass",
        "def ENTRIES(): ...",
        "import ENTRIES.other",
        "import sys\nsys.modules[__name__].ENTRIES = [A(1)]",
        "globals()['ENTRIES'] = [A(1)]",
        "def add():\n    global ENTRIES\n    ENTRIES = [A(1)]",
    ],
)
def test_entries_that_are_changed_are_refused(file, more):
    mine = file(f"ENTRIES = [A()]\n{more}\n")

    with pytest.raises(
        EntryError, match="this statement may set or use ENTRIES: expected one"
    ):
        mine.entries(Mode.WORDPL)


def test_words_that_contain_the_name_are_no_mention_of_it(file):
    text = (
        "from other import *\n'ENTRIES are these'\nMY_ENTRIES = 1  # ENTRIES\n"
        "ENTRIES: 'list' = [A()]\ndef show(entries): print(entries)\n"
    )

    assert file(text).entries(Mode.WORDPL) == [("", "A()")]


def test_names_are_those_at_the_top(file):
    mine = file(
        "from b import C as D\nclass A: x = 1\ndef f(): y = 2\nz = 3\n"
        "try:\n    import e\nexcept E as g:\n    (h := 1)\ndel r\n"
    )

    assert mine.defines == {*"ADfzeghr"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\nclass (\n", "'mine.py', line 3: not valid Python"),
        ("\nENTRIES = [A(n=1, 3)]\n", "'mine.py', line 3: not valid Python"),
        ("MODES = classic\n", r"'mine.py', line 2: expected MODES = \(...\)"),
        ("MODES = ['chess']\n", r"line 2: expected MODES = \(...\) with .*wordpl"),
        ("ENTRIES = [" + "-" * 9000 + "1]\n", "nested too deeply"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(file, text, message):
    with pytest.raises(EntryError, match=message):
        file(text).entries(Mode.WORDPL)


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("A(n=x)", "expected a call like Class"),
        ("A(m=3)", "takes no parameter 'm': expected one of n, opening"),
        ("A(1, openin='x')", "'openin': .*did you mean 'opening'"),
        ("A()", "missing a required argument: 'n': expected the parameters n"),
        ("A(1, 2, 3)", "too many positional arguments"),
        ("A(1, n=2)", "multiple values for argument 'n'"),
        ("B(m=3)", "takes no parameter 'm': expected one of n, opening"),
        ("C(1)", "too many positional arguments: expected no parameters"),
        ("make(m=3)", "takes no parameter 'm': expected one of size"),
        ("D()", "missing a required argument: 'n': expected the parameters n, m"),
        ("D(1, 2)", "too many positional arguments: expected the parameters n, m"),
        ("made", r"item 'made' is a variable: expected the call itself, C\(\)"),
    ],
)
def test_an_item_of_the_list_is_blamed_by_its_line(file, item, message):
    mine = file(
        "from dataclasses import dataclass, field\n"
        "class A: ...\n"
        "@dataclass\nclass D:\n    n: int\n    m: int = field(kw_only=True)\n"
        "class A:\n    def __init__(self, n, opening=''): ...\n"
        "class C: ...\n"
        "class B(C, A): ...\n"
        "def make(size): ...\nmade = C()\n"
        f"ENTRIES = [\n    A(1),\n    {item},\n]\n"
    )

    with pytest.raises(EntryError, match=f"'mine.py', line 16.*{message}"):
        mine.entries(Mode.WORDPL)


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
    mine = file(f"{text}ENTRIES = [A(m=3)]\n")
    (mine.path.parent / "other.py").write_text("from mine import A\n")

    assert mine.entries(Mode.WORDPL) == [("", "A(m=3)")]


DATACLASSES = (
    "import dataclasses as d\nimport typing\n"
    "from dataclasses import KW_ONLY, InitVar, dataclass, dataclass as made, field\n"
    "from typing import ClassVar\nfrom typing import ClassVar as Shared\n"
    "import numpy as np\nimport os.path\n"
    "@dataclass(eq=False, kw_only=True)\nclass Base:\n    opening: str = ''\n"
    "    rate = 1\n    def play(self):\n        x: int = 3\n"
    "class Middle(Base):\n    more: int = 5\n"
)


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
@pytest.mark.parametrize(
    "text",
    [
        "@dataclass\nclass A: pass",
        "@dataclass()\nclass A:\n    x: int\n    y: np.ndarray = None",
        "@d.dataclass\nclass A:\n    x: typing.ClassVar[int]\n    y: d.InitVar[int]",
        "@made\nclass A:\n    x: Shared[int]\n    y: InitVar[int] = 3",
        "@dataclass\nclass A:\n    x: () = 3\n    y: int | None = 3",
        "@dataclass(kw_only=True)\nclass A:\n    x: int\n    y: int = 3",
        "@dataclass\nclass A:\n    x: int = 1\n    _: KW_ONLY\n    y: os.path\n",
        "@dataclass\nclass A:\n    x: int = field(init=False)\n    y: int = field()",
        "@dataclass\nclass A:\n    x: int = field(kw_only=True)\n    y: int",
        "@dataclass\nclass A:\n    x: list = field(default_factory=list)",
        "@dataclass\nclass A:\n    x: int\n    def x(self): ...\n    y: int = 3",
        "@dataclass(init=False)\nclass A(Base):\n    x: int = 3",
        "@dataclass\nclass A(Middle):\n    rate: int = 2\n    more: int = 3",
        "@dataclass\nclass A(Base):\n    rate: int\n    opening: int",
        "@dataclass\nclass B(Base):\n    x: int = 1\n    y: int = 2\n"
        "@dataclass\nclass C(Base):\n    y: int = 3\n    z: int = 4\n"
        "@dataclass\nclass A(B, C):\n    w: int = 5\n    x: int = 5",
        "@dataclass\nclass B:\n    x: int = field(init=False)\n    y: int = 3\n"
        "@dataclass\nclass A(B):\n    x: int",
        "class A(Base):\n    def __init__(self, /, x, *y, z=1): ...",
    ],
)
def test_a_dataclass_is_read_as_python_makes_it(file, monkeypatch, future, text):
    whole = f"{future}{DATACLASSES}{text}\n"
    module = ModuleType("mine")
    monkeypatch.setitem(sys.modules, "mine", module)
    exec(compile(whole, "mine.py", "exec", dont_inherit=True), vars(module))
    made = signature(module.A).parameters.values()

    read = file("").parse("mine.py", whole).signature("A").parameters.values()

    assert [(p.name, p.kind) for p in read] == [(p.name, p.kind) for p in made]
    # A call that lacks a parameter here lacks the parameter in Python, too.
    missed = {p.name for p in read if p.default is p.empty}
    assert missed <= {p.name for p in made if p.default is p.empty}


@pytest.mark.parametrize(
    "text",
    [
        "from attrs import dataclass\n@dataclass\nclass A: ...",
        "def dataclass(x): ...\n@dataclass\nclass A: ...",
        "@other\n@dataclass\nclass A: ...",
        "@dataclass(**some)\nclass A: ...",
        "@dataclass(kw_only=some)\nclass A: ...",
        "@dataclass\nclass A(Unknown): ...",
        "@dataclass\nclass A:\n    def __init__(self): ...",
        "class B(Base):\n    def __init__(self): ...\n@dataclass\nclass A(B): ...",
        "@dataclass\nclass A:\n    x: int = make()",
        "@dataclass\nclass A:\n    x: 'ClassVar[int]' = 3",
        "@dataclass\nclass A:\n    x: int = field(**some)",
        "@dataclass\nclass A:\n    x: int = field(init=some)",
        "@dataclass\nclass A:\n    if some:\n        x: int",
        "@dataclass\nclass A:\n    x: int\n    x: str",
        "@dataclass\nclass A:\n    x.y: int",
        "@dataclass\nclass A:\n    x: int = 3\n    y: int",
    ],
)
def test_a_dataclass_of_an_unknown_kind_is_not_read(file, text):
    assert file(f"{DATACLASSES}{text}\n").signature("A") is None


@pytest.mark.parametrize(
    "text",
    [
        "def A(x: RUN = RUN, *y: RUN, z=RUN, **more: RUN) -> RUN: ...",
        "class A:\n    def __init__(self, x: RUN = RUN) -> RUN: ...",
        "@dataclass\nclass A:\n    x: RUN = RUN\n    y: int = field(init=RUN)",
        "@dataclass\nclass A:\n    x: int = field(default_factory=RUN)",
        "@dataclass(init=RUN)\nclass A:\n    x: int = RUN",
        "@RUN\nclass A(RUN): ...",
    ],
)
def test_no_expression_of_an_entry_is_evaluated(file, capfd, text):
    file(f"{DATACLASSES}{text}\n".replace("RUN", "print('run')")).signature("A")

    assert capfd.readouterr() == ("", "")


def test_a_file_that_is_imported_and_cannot_be_read_is_named(file):
    mine = file("from other import A\n")
    (mine.path.parent / "other.py").write_text("class (\n")

    with pytest.raises(EntryError, match=r"'other\.py', line 1"):
        mine.signature("A")


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
        # Python 3.14 tries to read the line with it.
        (b"#\n# coding: punycode\n" + b"a" * 500_000, "encoding ('punycode'|decl)"),
        (b"x = '\xff'\n", "'mine.py', line 1: not valid Python"),
        ("x = 1\n".encode("utf-16"), "'mine.py' has encoding 'utf-16': expected UTF-8"),
        ("\ny = 'a\u202eb'\n".encode(), "line 2, column 7: character U\\+202E"),
        ("# a\u200bb\n".encode(), "line 1, column 4: character U\\+200B"),
        ("# a\u2028x = 1\n".encode(), "line 1, column 4: character U\\+2028"),
        (b"# a\rx = 1\n", "line 1, column 4: character U\\+000D"),
        ("p\u0430ss_ = 1".encode(), "line 1: name 'p\u0430ss_': expected ASCII"),
        ("x = f'{\u0445}'".encode(), "name '\u0445': expected ASCII"),
        ("global \u0443".encode(), "name '\u0443': expected ASCII"),
        ("x = f'{\uff45val(1)}'".encode(), "line 1, column 8: character U\\+FF45"),
        ("x\uff3f = 1".encode(), "line 1, column 2: character U\\+FF3F"),
        (b"x = 1;" + b" " * 500 + b"y = 2\n", "column 7: 500 blanks before text"),
        (b"x = (\n" + b"\t" * 13 + b"1)\n", "line 2, column 1: 104 blanks before"),
        (b"# a" + "\u0336".encode() * 500, "column 12: expected at most 8 comb"),
    ],
)
def test_a_file_that_reads_otherwise_than_it_runs_is_refused(tmp_path, text, message):
    file = tmp_path / "mine.py"
    file.write_bytes(text)

    with pytest.raises(EntryError, match=message):
        StrategyFile.read(file)


# Variation selectors, fillers, joiners, blanks and characters that do not exist (yet).
HIDDEN = (
    *(0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x180F),
    *(0x200C, 0x2060, 0x2064, 0x2065, 0x206F, 0x2800, 0x3164, 0xFE00, 0xFE0F, 0xFEFF),
    *(0xFFA0, 0xFFF0, 0x1BCA0, 0x1D159, 0x1D173, 0xE0000, 0xE0001, 0xE0041, 0xE0100),
    *(0xE01EF, 0xE0FFF, 0xA0, 0x2003, 0x3000, 0xE000, 0x378, 0x10FFFF, 0x85, 0x7F),
)


@pytest.mark.parametrize("code", HIDDEN, ids=hex)
def test_no_source_has_characters_that_nobody_sees(tmp_path, code):
    mine = tmp_path / "mine.py"
    helper = tmp_path / "helper.py"
    listed = "class Mine: ...\nENTRIES = [Mine()]\n"
    mine.write_text(f"import helper\n{listed}")
    helper.write_text("x = 1\n")
    entry_digest(resolve(str(mine)))

    helper.write_text(f"x = 'ok{chr(code)}'\n", encoding="utf-8")
    with pytest.raises(EntryError, match=rf"'helper.py', line 1, .* U\+{code:04X}: "):
        entry_digest(resolve(str(mine)))
    mine.write_text(f"# {chr(code)}\n{listed}", encoding="utf-8")
    with pytest.raises(EntryError, match=rf"'mine.py', line 1, column 3: .*{code:04X}"):
        resolve(str(mine))


def test_comments_and_strings_may_have_other_letters(tmp_path):
    file = tmp_path / "mine.py"
    text = "# Größe, 你好, e\u0301\nx = 'naïve “ok” → 5 €'\ny = f'{x} → {x:·>5}'\n"
    file.write_text(text, encoding="utf-8")

    assert StrategyFile.read(file).defines == {"x", "y"}


def test_a_byte_order_mark_and_other_line_ends_are_text(tmp_path):
    file = tmp_path / "mine.py"
    file.write_bytes(b"\xef\xbb\xbf# coding: utf-8\r\nx = 1\r\n")

    assert StrategyFile.read(file).defines == {"x"}
