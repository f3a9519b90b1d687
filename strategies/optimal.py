"""Play a tree with the fewest guesses: 3.4212 on average, and no player needs fewer."""

from __future__ import annotations

import math

from game.errors import InputError
from game.protocol import Move, Outcome, Setting
from solver.belief.belief import Belief
from solver.trees.notation import from_selby
from solver.trees.player import play_all
from solver.trees.tree import Tree
from strategies._parameters import read_file
from strategies.entropy import Entropy

MODES = ["classic"]


class Optimal(Entropy):
    """Follow a decision tree that is kept in a file.

    Names: optimal play, perfect play, lookup table.

    Without another tree it plays the tree of ``evaluate.py tree SALET``, which needs
    7,920 guesses for the 2,315 original answers, and is proved best. A tree that does
    not win every game is an error: with other words, several boards, hard mode. After
    guesses that the tree would not have made, it plays as `Entropy` does. The tree
    decides every guess, so the options of `Entropy` are refused.

    Source: ours, by `solver.optimal.search`; the total was first proved by A. Selby
    (2022), "The best strategies for Wordle".

    Parameters
    ----------
    tree : str
        Name of a file in ``data/`` with another tree, which must win every game: as
        ``evaluate.py tree WORD --out data/FILE.tree`` writes it.
    """

    shipped = "optimal-5.txt"
    """The tree that is played without another, in ``data/``."""

    def __init__(self, tree: str = "") -> None:
        super().__init__()
        self.tree = tree

    def prepare(self, setting: Setting) -> None:
        """Read the tree and check that it wins every game.

        Raises
        ------
        InputError
            When it does not, or cannot be read.
        """
        super().prepare(setting)
        name = self.tree or self.shipped
        text = read_file("tree", name)
        with InputError.at(f"tree {name!r}, "):
            tree = from_selby(text)
        if why := objection_to(tree, setting):
            raise InputError(f"the tree in {name!r} is not for this game: {why}")
        self._tree = tree

    def decide(self, belief: Belief, turn: int) -> Move:
        """Return the tree's guess."""
        at: Tree | None = self._tree

        # Go down the tree with the history, as long as both play the same guesses.
        for played in self._history:
            if at is None or at.guess != played.guess:
                return super().decide(belief, turn)
            at = at.branches.get(played.clue)
        return super().decide(belief, turn) if at is None else Move(at.guess, math.inf)


def objection_to(tree: Tree, setting: Setting) -> str:
    """Return why a tree does not win every game of a setting, empty if it does."""
    if setting.boards > 1:
        return f"{setting.boards} boards: a tree plays one"
    if tree.guess not in setting.vocabulary.guess_index:
        return f"{tree.guess!r} is not in the word list"
    for game in play_all(tree, setting):
        if game.outcome is not Outcome.WON:
            return game.reason or f"{game.answer!r} is not found"
    return ""


ENTRIES = [Optimal()]
