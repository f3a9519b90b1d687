import re
import shutil
import sys
from html.parser import HTMLParser

import pytest

from game.errors import InputError
from solver.trees.files import read_tree, write_tree
from solver.trees.picture import to_dot, to_html
from solver.trees.text import from_games
from solver.trees.tree import TreeError

TREE = from_games(
    [("crane", "crank"), ("crane",), ("crane", "slump"), ("crane", "slump", "pudgy")]
)


class Page(HTMLParser):
    """Reads a page; knows what is open, and what was met."""

    VOID = ("meta", "!doctype")

    def __init__(self, text):
        super().__init__()
        self.open, self.met, self.attributes, self.words = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.met.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if data.strip() and self.open[-1] != "style":
            self.words.append(data.strip())


@pytest.mark.parametrize("suffix", [".tree", ".csv"])
def test_trees_round_trip_through_files(tmp_path, suffix):
    path = tmp_path / f"crane{suffix}"

    write_tree(TREE, path)

    assert read_tree(path) == TREE


@pytest.mark.parametrize("suffix", [".tree", ".csv"])
def test_a_byte_order_mark_before_a_tree_is_skipped(tmp_path, suffix):
    path = tmp_path / f"crane{suffix}"
    write_tree(TREE, path)
    path.write_bytes("\ufeff".encode() + path.read_bytes())

    assert read_tree(path) == TREE


def test_a_bad_file_is_named_with_its_line(tmp_path):
    path = tmp_path / "bad.tree"
    path.write_text("crane GGGGG1\n      GGGGB1 crank\n")

    with pytest.raises(TreeError, match=r"bad\.tree', line 2: ends in 'crank'"):
        read_tree(path)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "bad.tree"
    path.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(TreeError, match="not UTF-8 text"):
        read_tree(path)


def test_another_ending_is_refused_with_the_nearest(tmp_path):
    with pytest.raises(InputError, match=r"'x\.htm': expected .*did you mean '\.html'"):
        write_tree(TREE, "x.htm")
    with pytest.raises(InputError, match=r"'x\.svg': expected .* \.tree, \.csv"):
        read_tree("x.svg")


def test_dot_has_every_guess_and_every_clue_once():
    dot = to_dot(TREE)

    assert re.findall(r'label="([A-Z]+)"', dot).count("CRANE") == 1
    assert sorted(re.findall(r'n\d+ \[label="([A-Z]+)"', dot)) == [
        "CRANE",
        "CRANK",
        "PUDGY",
        "SLUMP",
    ]
    assert sorted(re.findall(r'-> n\d+ \[label="(.*)"\]', dot)) == [
        ".....",
        "..i.i",
        "cccc.",
    ]


def test_a_page_folds_stands_alone_and_is_well_formed():
    text = to_html(TREE)

    page = Page(text)

    assert page.open == []
    assert page.met.count("details") == 2  # the root, and SLUMP with two answers
    assert page.met.count("summary") == 2
    assert "script" not in page.met
    assert "link" not in page.met
    assert not [value for name, value in page.attributes if name in ("src", "href")]
    assert "//" not in text
    assert ("aria-label", "c correct, r correct, a correct, n correct, e absent") in (
        page.attributes
    )
    assert "CRANE: 8 guesses for 4 answers" in page.words
    assert "PUDGY" in page.words


@pytest.mark.parametrize("suffix", [".svg", ".pdf"])
def test_pictures_without_the_extra_say_what_to_install(tmp_path, monkeypatch, suffix):
    monkeypatch.setitem(sys.modules, "graphviz", None)

    with pytest.raises(InputError, match="without the extra 'trees'"):
        write_tree(TREE, tmp_path / f"x{suffix}")


def test_pictures_without_graphviz_itself_say_so(tmp_path, monkeypatch):
    pytest.importorskip("graphviz")
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(InputError, match="no svg without Graphviz itself"):
        write_tree(TREE, tmp_path / "x.svg")


@pytest.mark.skipif(not shutil.which("dot"), reason="Graphviz is not installed")
@pytest.mark.parametrize(("suffix", "start"), [(".svg", b"<?xml"), (".pdf", b"%PDF")])
def test_graphviz_draws_a_tree(tmp_path, suffix, start):
    pytest.importorskip("graphviz")
    path = tmp_path / f"x{suffix}"

    write_tree(TREE, path)

    assert path.read_bytes().startswith(start)
