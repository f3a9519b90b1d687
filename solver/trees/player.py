"""A strategy that plays the guesses of a decision tree, and all games of a tree.

A tree has a guess, and a subtree for each clue of this guess. The subtree is None for
the clue of a right guess.
"""

from __future__ import annotations

import math
from pathlib import Path

from game.clues import parse
from game.hosts import SecretHost
from game.loop import play
from game.protocol import Forfeit, Move, Outcome, Setting
from game.record import Game
from solver.trees.files import read_tree
from solver.trees.tree import Tree, TreeError


class TreePlayer:
    """Strategy that plays the guesses of a decision tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._at = tree

    def first_move(self) -> tuple[str, float]:
        """Start a game; return the guess at the root of the tree."""
        self._at = self.tree
        return Move(self._at.guess, math.inf)

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Follow the branch of the clue `result`; return the guess of this branch.

        If there is no such branch, the game is a forfeit.
        """
        branch = self._at.branches.get(parse(result, len(guess)))
        if branch is None:
            reason = f"the tree has no branch after {guess} {result}"
            raise Forfeit(Outcome.INVALID, reason)
        self._at = branch
        return Move(self._at.guess, math.inf)


class TreeFile(TreePlayer):
    """Strategy of the entry ``tree:FILE``, which plays the tree in the file FILE."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __str__(self) -> str:
        return f"tree {Path(self.path).name}"

    def prepare(self, setting: Setting) -> None:
        """Read the tree from the file; raise an error if there are several boards."""
        if setting.boards > 1:
            raise TreeError(f"{setting.boards} boards", "1 board for a tree")
        self.tree = read_tree(self.path)


def play_all(tree: Tree, setting: Setting) -> list[Game]:
    """Play a game with every answer of a vocabulary; the guesses follow a tree.

    The games are in the order of the answers. If the tree does not find an answer, the
    outcome of the game is not `Outcome.WON`.
    """
    player = TreePlayer(tree)
    answers = setting.vocabulary.answers
    return [play(player, SecretHost(a, setting.mode), setting) for a in answers]
