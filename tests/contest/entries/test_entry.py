import os
import re

import pytest

from contest.entries.digests import entry_digest
from contest.entries.entry import (
    builtin_entries,
    named_entries,
    resolve,
    resolve_recorded,
    with_parameters,
)
from contest.entries.loading import load
from contest.entries.source_text import EntryError
from game.protocol import Mode


def test_a_label_names_one_of_several_entries():
    assert load(resolve("quantile/p95")).schedule == (17.0, 19.0, 19.0, 16.0)
    texts = [entry.text for entry in named_entries("quantile")]
    assert texts == ["quantile/p05", "quantile/p50", "quantile/p95"]
    labelled = [e.text for e in builtin_entries(Mode.WORDPL) if e.label]
    assert labelled == [*texts, "two_ahead/p95"]


def test_a_label_of_a_file_anywhere_and_of_a_checkout(tmp_path):
    (tmp_path / "strategies").mkdir()
    path = tmp_path / "strategies" / "mine.py"
    path.write_text("class A: ...\nENTRIES = {'a': A()}\n")

    assert resolve(f"{path}/a").expression == "A()"
    assert [resolve(str(path)).text] == [f"{path}/a"]
    for name in ("mine", "strategies.mine", "strategies/mine.py"):
        entry = resolve(f"{name}/a", checkout=tmp_path)
        assert (entry.text, entry.module) == (f"{name}/a", "strategies.mine")
    with pytest.raises(EntryError, match="expected mine/a"):
        resolve("mine/b", checkout=tmp_path)


@pytest.mark.parametrize("brackets", ["[]", "()"])
def test_all_entries_of_a_plain_list_are_scored_and_named_by_their_calls(
    brackets, tmp_path
):
    path = tmp_path / "strategies" / "mine.py"
    path.parent.mkdir()
    calls = "Mine(1.0), Mine(x = 2), Mine()"
    path.write_text(
        "class Mine:\n    def __init__(self, x=1): ...\n"
        f"ENTRIES = {brackets[0]}{calls}{brackets[1]}\n"
    )

    for name, checkout in (("mine", tmp_path), (str(path), None)):
        entries = named_entries(name, checkout=checkout)

        texts = [f"{name}:Mine(1.0)", f"{name}:Mine(x=2)", f"{name}:Mine()"]
        assert [entry.text for entry in entries] == texts
        assert [resolve(text, checkout=checkout) for text in texts] == entries
        for unclear in (name, f"{name}/1"):
            with pytest.raises(EntryError, match=re.escape(texts[1])):
                resolve(unclear, checkout=checkout)


def test_parameters_replace_a_label():
    entry = with_parameters(resolve("quantile/p05"), opening="salet")

    assert entry.text == "quantile:Quantile(schedule=(10.0, 4.35), opening='salet')"
    assert resolve(entry.text).expression == entry.expression


def test_a_file_in_a_folder_named_like_a_command_is_a_file_and_does_not_run(
    strategy_file, tmp_path, monkeypatch
):
    (tmp_path / "check").mkdir()
    head = "raise RuntimeError('was run')"
    strategy_file("pass", head=head, name="check/mine.py")
    monkeypatch.chdir(tmp_path)

    assert resolve("check/mine.py").expression == "Mine()"


def test_parameters_and_bare_classes_are_understood():
    assert load(resolve("entropy:Entropy(epsilon=7.5)")).epsilon == 7.5
    assert load(resolve("entropy:Entropy")).epsilon == 12.3


def test_a_file_anywhere_is_an_entry_with_its_helpers(strategy_file, tmp_path):
    (tmp_path / "helper.py").write_text("WORD = 'crane'\n")
    file = strategy_file("return WORD, self.x", head="from helper import WORD")

    strategy = load(resolve(f"{file}:Mine(x=4)"))

    assert strategy.first_move() == ("crane", 4)


def test_entries_have_different_texts():
    texts = [entry.text for entry in builtin_entries(Mode.WORDPL)]

    assert len(set(texts)) == len(texts)
    assert all(resolve(text).text == text for text in texts)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("entorpy", "'entorpy'.*did you mean 'entropy'"),
        ("submit", "'submit' is reserved"),
        ("program", "'program' is reserved"),
        ("submit/p50", "'submit' is reserved"),
        (
            "quantile",
            "stands for 3 entries: expected one of quantile/p05, quantile/p50, ",
        ),
        ("quantile/p5O", "no label 'p5O'.*did you mean 'quantile/p50'"),
        ("quantle/p50", "'quantle/p50'.*did you mean 'quantile'"),
        ("entropy/p50", "no label 'p50': expected entropy"),
        ("quantile/p50:Quantile()", "has a label and a call"),
        ("leaderboard:X()", "'leaderboard' is reserved"),
        ("absent.py", "no file 'absent.py'"),
        ("entropy:Entorpy()", "'Entorpy'.*did you mean 'Entropy'"),
        ("entropy:Entropy(epsilon=", "expected a call like Class"),
        ("entropy:Entropy(epsilon=open('x'))", "plain values"),
        ("entropy:__import__('os').system('true')", "expected a call like Class"),
        ("entropy:1", "expected a call like Class"),
        ("new\nline.py", r"expected a name like ./mine.py, of visible"),
        ("\x1b[2J.py", "expected a name"),
        (" +a.py", "expected a name"),
    ],
)
def test_what_names_no_entry_is_quoted(text, message):
    with pytest.raises(EntryError, match=message):
        resolve(text)


def test_a_file_that_lists_nothing_says_what_to_write(tmp_path):
    file = tmp_path / "empty.py"
    file.write_text("x = 1\n")

    with pytest.raises(EntryError, match="expected ENTRIES"):
        resolve(str(file))


def test_parameters_are_set_whoever_defines_them(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from strategies.entropy import Entropy\n"
        "class Own:\n    def __init__(self, depth=1, *, opening=''): ...\n"
        "class Child(Own): ...\n"
        "class Other(Entropy): ...\n"
        "class Bare: ...\n"
        "class Entropy(Entropy): ...\n"
    )

    def expression(name, **parameters):
        return with_parameters(resolve(f"{path}:{name}"), **parameters).expression

    assert expression("Own(1, opening='x')", depth=None) == "Own(1, opening='x')"
    assert expression("Own(opening='x')", opening="salet") == "Own(opening='salet')"
    assert expression("Child", depth=2) == "Child(depth=2)"
    assert expression("Other", opening="salet") == "Other(opening='salet')"
    assert expression("Entropy", opening="salet") == "Entropy(opening='salet')"
    for name in ("Child", "Other", "Entropy"):
        with pytest.raises(EntryError, match="takes no parameter 'x': expected one of"):
            expression(name, x=1)
    with pytest.raises(EntryError, match="expected no parameters"):
        expression("Bare", depth=1)


def test_parameters_leave_an_entry_in_its_checkout(tmp_path):
    strategies = tmp_path / "strategies"
    strategies.mkdir()
    theirs = "class Entropy:\n    def __init__(self, theirs=1): ...\n"
    (strategies / "entropy.py").write_text(theirs)
    mine = "from strategies.entropy import Entropy\nclass Mine(Entropy): ...\n"
    (strategies / "mine.py").write_text(mine)

    entry = with_parameters(resolve("mine:Mine", checkout=tmp_path), theirs=2)

    assert (entry.checkout, entry.module) == (tmp_path, "strategies.mine")
    assert (entry.text, entry.expression) == ("mine:Mine(theirs=2)", "Mine(theirs=2)")


@pytest.mark.parametrize(
    ("calls", "shown"),
    [
        ("Mine(), Mine(x=2), Mine(x=2)", r"'mine.py' lists Mine\(x=2\) twice"),
        ("Mine(), Mine( )", r"'mine.py' lists Mine\(\) twice"),
        # 21 calls are one more than a file may list.
        (", ".join(f"Mine({k})" for k in range(21)), "lists over 20 entries"),
        (f"Mine('{'x' * 993}')", "expected a call of at most 1000 characters"),
        ("Mine(x=open('a'))", "plain values"),
    ],
)
def test_a_list_that_would_spoil_a_run_of_all_entries_is_refused(
    strategy_file, calls, shown
):
    file = strategy_file("pass")
    file.write_text(file.read_text().replace("[Mine()]", f"[{calls}]"))

    with pytest.raises(EntryError, match=shown):
        resolve(str(file))


def test_a_file_may_list_twenty_calls_of_1000_letters(strategy_file):
    file = strategy_file("pass")
    calls = [f"Mine('{k:0992}')" for k in range(20)]
    file.write_text(file.read_text().replace("[Mine()]", f"[{', '.join(calls)}]"))

    entries = named_entries(str(file))
    assert [entry.expression for entry in entries] == calls


def test_a_link_to_a_huge_file_is_no_strategy(tmp_path):
    (tmp_path / "huge").touch()
    # A tebibyte that takes no room on the disk.
    os.truncate(tmp_path / "huge", 1 << 40)
    (tmp_path / "mine.py").symlink_to("huge")

    with pytest.raises(EntryError, match=r"cannot read 'mine.py': is a link"):
        resolve("mine", checkout=tmp_path)


@pytest.mark.parametrize(
    ("name", "text"),
    [("mine.py", "{}"), ("one.toml", "{}"), ("one.csv", "tree:{}")],
)
def test_an_entry_that_is_a_link_is_refused(tmp_path, name, text):
    (tmp_path / "file").write_text("class A: pass\nENTRIES = [A()]\n")
    link = tmp_path / name
    link.symlink_to("file")

    with pytest.raises(EntryError, match=f"{name}' is a link: expected a file"):
        resolve(text.format(link), Mode.CLASSIC)


def test_classes_with_many_bases_are_read_once(tmp_path):
    path = tmp_path / "mine.py"
    # Searching both bases of each class again would take 2 to the power of 59 steps.
    lines = [f"class C{k}(C{k - 1}, C{k - 1}): pass\n" for k in range(1, 60)]
    path.write_text("from elsewhere import C0\n" + "".join(lines))

    entry = with_parameters(resolve(f"{path}:C59"), opening="salet")

    assert entry.expression == "C59(opening='salet')"
    assert entry.text == f"{path}:C59(opening='salet')"


@pytest.fixture
def tree(tmp_path):
    """Return the name of an entry that plays a tree of two words."""
    (tmp_path / "two.tree").write_text("crane GGGGB1 crank GGGGG2\n      GGGGG1\n")
    return f"tree:{tmp_path / 'two.tree'}"


def test_the_file_of_a_tree_is_an_entry_of_classic_wordle(tree):
    entry = resolve(tree, Mode.CLASSIC)

    assert str(load(entry)) == "tree two.tree"
    assert resolve_recorded(tree, entry.expression, Mode.CLASSIC, is_own=True) == entry
    with pytest.raises(EntryError, match="expected --mode classic"):
        resolve(tree)
    with pytest.raises(EntryError, match="a tree takes no parameter opening"):
        with_parameters(entry, opening="salet")


def test_the_digest_of_a_tree_is_that_of_its_file(tree, tmp_path):
    before = entry_digest(resolve(tree, Mode.CLASSIC))

    (tmp_path / "two.tree").write_text("crane GGGGG1\n")

    assert entry_digest(resolve(tree, Mode.CLASSIC)) != before


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("absent.tree", "cannot read '.*absent.tree': No such file"),
        ("bad.tree", "line 1: 'GGGGX1': expected 5 marks"),
        ("bad.csv", "line 1: '1': expected the guesses of a game"),
        ("", "not a regular file"),
    ],
)
def test_what_is_no_tree_is_refused_before_it_plays(tmp_path, name, message):
    (tmp_path / "bad.tree").write_text("crane GGGGX1\n")
    (tmp_path / "bad.csv").write_text("1,2\n")

    with pytest.raises(EntryError, match=f"entry 'tree:.*': {message}"):
        resolve(f"tree:{tmp_path / name}", Mode.CLASSIC)


FIRST = "Quantile(schedule=(10.0, 4.35), opening='trace')"


def test_a_recorded_entry_is_its_call_by_its_own_text():
    entry = resolve_recorded("quantile", FIRST, Mode.WORDPL)

    assert (entry.text, entry.label) == ("quantile", "")
    assert load(entry).schedule == (10.0, 4.35)
    assert resolve_recorded("quantile/p05", FIRST, Mode.WORDPL).label == "p05"
    assert resolve_recorded("entropy", "", Mode.WORDPL).expression == "Entropy()"
    first = resolve_recorded("quantile", "", Mode.WORDPL)
    assert (first.text, first.expression) == ("quantile", FIRST)


def test_a_recorded_class_that_is_gone_is_named():
    with pytest.raises(EntryError, match="defines no 'Gone'"):
        resolve_recorded("quantile", "Gone()", Mode.WORDPL)
