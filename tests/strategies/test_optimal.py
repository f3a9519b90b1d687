import pytest

from game.errors import InputError
from game.hard import Hard
from game.protocol import Mode, Outcome, Setting
from game.words import Vocabulary
from solver.tree import Tree, grow, replay
from solver.tree_files import write_tree
from strategies.optimal import Optimal
from strategies.optimal_hard import OptimalHard

WORDS = Vocabulary.load()


@pytest.mark.parametrize(
    ("strategy", "hard", "total"),
    [(Optimal(), Hard.OFF, 7920), (OptimalHard(), Hard.NYT, 8122)],
)
def test_it_needs_as_many_guesses_as_are_proved(strategy, hard, total):
    setting = Setting(WORDS, Mode.CLASSIC, 6, hard=hard)

    tree = grow(strategy, setting)

    assert tree.total == total
    assert {game.outcome for game in replay(tree, setting)} == {Outcome.WON}


def test_it_plays_any_tree(tmp_path):
    words = Vocabulary(("crane", "crank"), ("crane", "crank"))
    tree = Tree("crank", {242: None, 240: Tree("crane", {242: None})})
    write_tree(tree, tmp_path / "mine.tree")
    strategy = Optimal(str(tmp_path / "mine.tree"))

    assert grow(strategy, Setting(words, Mode.CLASSIC)) == tree
    assert str(strategy) == "Optimal('mine.tree')"


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        (Setting(Vocabulary(("yacht",), ("yacht",)), Mode.CLASSIC), "'yacht'"),
        (Setting(WORDS, Mode.CLASSIC, hard=Hard.NYT), "hard mode: guess"),
        (Setting(WORDS, Mode.CLASSIC, boards=2), "boards 2: expected 1"),
    ],
)
def test_it_says_what_it_cannot_play(setting, said):
    with pytest.raises(InputError, match=said):
        Optimal().prepare(setting)
