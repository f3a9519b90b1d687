import math
from dataclasses import replace

import pytest

from game.clues import classic, parse, to_text
from game.hard import Hard
from game.loop import Scripted
from game.protocol import Mode, Outcome, Setting
from game.words import Vocabulary
from solver.notebook.solver import Opening
from solver.trees.growth import grow
from solver.trees.player import TreePlayer, play_all
from solver.trees.tree import Tree, TreeError

ANSWERS = ("bobby", "booby", "boozy", "crane", "crank", "dizzy", "hobby", "woozy")
WORDS = Vocabulary(ANSWERS, (*ANSWERS, "zebra"))
SETTING = Setting(WORDS, Mode.CLASSIC)


class FirstFit:
    """Plays the first answer that fits."""

    def first_move(self):
        self.left = list(ANSWERS)
        return self.left[0], math.inf

    def next_move(self, guess, epsilon, result):
        clue = parse(result, 5)
        self.left = [word for word in self.left if classic(word, guess) == clue]
        return self.left[0], math.inf


class Fickle(FirstFit):
    """Opens every other game with another word."""

    games = 0

    def first_move(self):
        super().first_move()
        self.games += 1
        return self.left[self.games % 2], math.inf


def test_a_grown_tree_is_what_its_strategy_plays():
    tree = grow(FirstFit(), SETTING)

    games = {game.answer: game for game in play_all(tree, SETTING)}
    assert tree.total == sum(game.score for game in games.values())

    for answer in ANSWERS:
        player = FirstFit()
        guesses = []
        guess, _ = player.first_move()
        while guess != answer:
            guesses.append(guess)
            clue = to_text(classic(answer, guess), 5)
            guess, _ = player.next_move(guess, math.inf, clue)
        assert [turn.guess for turn in games[answer].turns] == [*guesses, answer]
    assert {game[-1] for game in tree.games()} == set(ANSWERS)


def test_an_opening_comes_first_and_the_strategy_knows_its_clue():
    tree = grow(Opening(FirstFit(), ["ZEBRA"]), SETTING)

    assert tree.guess == "zebra"
    assert all(game.outcome is Outcome.WON for game in play_all(tree, SETTING))
    # crane and crank differ from the rest after zebra, so neither is tried on them.
    assert all("bobby" not in game for game in tree.games() if game[-1] == "crank")
    two = grow(Opening(FirstFit(), ["zebra", "dizzy"]), SETTING)
    assert {game[:2] for game in two.games()} == {("zebra", "dizzy")}


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (Fickle(), "expected the same guess"),
        (Scripted([("zebra", math.inf)] * 200), "not found after 100 guesses"),
        (Scripted([("zzzzz", math.inf)]), "no tree of .*'zzzzz' is not in the word"),
    ],
)
def test_a_strategy_without_a_tree_is_named_with_the_reason(strategy, message):
    with pytest.raises(TreeError, match=message):
        grow(strategy, SETTING)


def test_hard_mode_holds_in_a_tree():
    hard = replace(SETTING, hard=Hard.STRICT)
    tree = grow(FirstFit(), hard)
    lax = grow(Opening(FirstFit(), ["zebra", "dizzy"]), SETTING)

    assert all(game.outcome is Outcome.WON for game in play_all(tree, hard))
    assert any(game.outcome is Outcome.INVALID for game in play_all(lax, hard))
    with pytest.raises(TreeError, match="hard mode: guess 'dizzy'"):
        grow(Opening(FirstFit(), ["zebra", "dizzy"]), hard)


FEW = ("crane", "crank", "slump")
PART = Tree("crane", {242: None, 240: Tree("crank", {242: None})})


def test_a_tree_that_misses_an_answer_says_where():
    games = play_all(PART, Setting(Vocabulary(FEW, FEW), Mode.CLASSIC))

    assert [game.outcome for game in games[:2]] == [Outcome.WON, Outcome.WON]
    assert games[2].outcome is Outcome.INVALID
    assert games[2].reason == "the tree has no branch after crane ....."


def test_a_player_of_a_tree_has_the_same_tree():
    whole = Tree("crane", {**PART.branches, 0: Tree("slump", {242: None})})

    assert grow(TreePlayer(whole), Setting(Vocabulary(FEW, FEW), Mode.CLASSIC)) == whole
