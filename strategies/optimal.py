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
    """Follow a decision tree that is read from a file.

    Names: optimal play, perfect play, lookup table.

    By default, the strategy plays the tree that ``evaluate.py tree SALET`` finds. This
    tree needs 7,920 guesses for the 2,315 original answers; it is proved that no tree
    needs fewer. An error is raised if the tree does not win every game of the setting:
    with other words, on several boards or in hard mode. If an earlier guess of the game
    is not the guess of the tree, the strategy plays as `Entropy` does. In all other
    positions the tree decides, so the strategy takes no options of `Entropy`.

    Source: ours, by `solver.optimal.search`; the total was first proved by A. Selby
    (2022), "The best strategies for Wordle".

    Parameters
    ----------
    tree : str
        Name of a file in ``data/`` with another tree, which must win every game. If the
        text is empty, the default tree is played. The command
        ``evaluate.py tree WORD --out data/FILE.tree`` writes a file with a tree.
    """

    shipped = "optimal-5.txt"
    """The file in ``data/`` with the tree that is played by default."""

    def __init__(self, tree: str = "") -> None:
        super().__init__()
        self.tree = tree

    def prepare(self, setting: Setting) -> None:
        """Read the tree and check that it wins every game.

        Raises
        ------
        InputError
            If the file cannot be read, or if the tree does not win every game.
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
        """Return the guess of the tree.

        If an earlier guess of the game is not the guess of the tree, return the guess
        of `Entropy`.
        """
        at: Tree | None = self._tree

        # Follow the turns of the game down the tree, as long as the guesses of the game
        # are the guesses of the tree.
        for played in self._history:
            if at is None or at.guess != played.guess:
                return super().decide(belief, turn)
            at = at.branches.get(played.clue)
        return super().decide(belief, turn) if at is None else Move(at.guess, math.inf)


def objection_to(tree: Tree, setting: Setting) -> str:
    """Return the reason why a tree does not win every game of a setting.

    The text is empty if the tree wins every game.
    """
    if setting.boards > 1:
        return f"{setting.boards} boards: a tree plays on one board"
    if tree.guess not in setting.vocabulary.guess_index:
        return f"{tree.guess!r} is not in the word list"
    for game in play_all(tree, setting):
        if game.outcome is not Outcome.WON:
            return game.reason or f"the tree does not find {game.answer!r}"
    return ""


ENTRIES = [Optimal()]
