import re
import shutil

import pytest

from game.errors import InputError
from solver.trees.files import write_tree
from solver.trees.notation import from_csv, from_games, from_selby
from solver.trees.picture import to_dot

TREE = from_games(
    [("crane", "crank"), ("crane",), ("crane", "slump"), ("crane", "slump", "pudgy")]
)


def test_trees_are_written_in_the_form_of_their_suffix(tmp_path):
    write_tree(TREE, tmp_path / "crane.tree")
    write_tree(TREE, tmp_path / "crane.csv")

    assert from_selby((tmp_path / "crane.tree").read_text()) == TREE
    assert from_games(from_csv((tmp_path / "crane.csv").read_text())) == TREE


def test_another_ending_is_refused_with_the_nearest(tmp_path):
    with pytest.raises(InputError, match=r"x\.dt': expected .*did you mean '\.dot'"):
        write_tree(TREE, tmp_path / "x.dt")


def test_dot_has_every_guess_and_every_clue_once():
    dot = to_dot(TREE)

    guesses = re.findall(r'n\d+ \[label="([A-Z]+)"', dot)
    clues = re.findall(r'-> n\d+ \[label="(.*)"\]', dot)
    assert sorted(guesses) == ["CRANE", "CRANK", "PUDGY", "SLUMP"]
    assert sorted(clues) == [".....", "..i.i", "cccc."]


def test_pictures_without_graphviz_itself_say_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(InputError, match="no svg without the program dot"):
        write_tree(TREE, tmp_path / "x.svg")


@pytest.mark.skipif(not shutil.which("dot"), reason="Graphviz is not installed")
@pytest.mark.parametrize(("suffix", "start"), [(".svg", b"<?xml"), (".pdf", b"%PDF")])
def test_graphviz_draws_a_tree(tmp_path, suffix, start):
    path = tmp_path / f"x{suffix}"

    write_tree(TREE, path)

    assert path.read_bytes().startswith(start)
