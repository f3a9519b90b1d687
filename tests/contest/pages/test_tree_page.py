from html.parser import HTMLParser

import pytest

from contest.pages.tree_page import tree_page
from solver.trees.text import from_games

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


def test_a_page_folds_stands_alone_and_is_well_formed():
    text = tree_page(TREE)

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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_the_page_of_a_tree(browser, tmp_path, scheme):
    (tmp_path / "tree.html").write_text(tree_page(TREE), encoding="utf-8")
    browser.prefer(color_scheme=scheme)
    browser.resize(320, 900)
    browser.open((tmp_path / "tree.html").as_uri())
    browser.run("$$('details').forEach((part) => { part.open = true; })")

    assert browser.violations() == []
