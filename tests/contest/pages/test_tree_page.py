import re

from contest.pages.tree_page import tree_page
from solver.trees.notation import from_games
from tests.contest.pages.test_accessibility import violations

TREE = from_games(
    [("crane", "crank"), ("crane",), ("crane", "slump"), ("crane", "slump", "pudgy")]
)


def test_a_page_folds_stands_alone_and_is_well_formed():
    text = tree_page(TREE)

    for tag in ("details", "summary"):  # the root, and SLUMP with two answers
        assert len(re.findall(f"<{tag}\\b", text)) == text.count(f"</{tag}>") == 2
    assert not re.search(r"<script|<link|//|src=|href=", text)
    label = "c correct, r correct, a correct, n correct, e absent"
    assert f'aria-label="{label}"' in text
    assert "<h1>CRANE: 8 guesses for 4 answers</h1>" in text
    assert "PUDGY" in text


def test_axe_finds_no_violation_in_the_page_of_a_tree_and_it_fits(browser, tmp_path):
    (tmp_path / "tree.html").write_text(tree_page(TREE), encoding="utf-8")
    browser.open((tmp_path / "tree.html").as_uri())
    browser.run("$$('details').forEach((part) => { part.open = true; })")

    assert violations(browser) == []
