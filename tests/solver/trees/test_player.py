from game.protocol import Mode, Outcome, Setting
from game.words import Vocabulary
from solver.trees.growth import grow
from solver.trees.player import TreePlayer, replay
from solver.trees.tree import Tree

WORDS = ("crane", "crank", "slump")
SETTING = Setting(Vocabulary(WORDS, WORDS), Mode.CLASSIC)
TREE = Tree("crane", {242: None, 240: Tree("crank", {242: None})})


def test_a_tree_that_misses_an_answer_says_where():
    games = replay(TREE, SETTING)

    assert [game.outcome for game in games[:2]] == [Outcome.WON, Outcome.WON]
    assert games[2].outcome is Outcome.INVALID
    assert games[2].reason == "the tree has no branch after crane ....."


def test_a_player_of_a_tree_has_the_same_tree():
    whole = Tree("crane", {**TREE.branches, 0: Tree("slump", {242: None})})

    assert grow(TreePlayer(whole), SETTING) == whole
