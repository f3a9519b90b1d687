"""Decision trees: the guess of a deterministic player after each history of clues."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from game.clues import Clue, all_correct, parse, to_text
from game.errors import InputError
from game.hosts import SecretHost
from game.loop import play
from game.protocol import Forfeit, Move, Outcome, Setting, Strategy, check_move
from game.record import Game
from game.wording import counted
from solver.matrix.clue_matrix import clue_matrix
from solver.trees.frame import games_frame
from solver.trees.picture import to_fragment

if TYPE_CHECKING:
    import pandas as pd

MAX_DEPTH = 100
"""Limit of the guesses of a game in a tree."""


class TreeError(InputError):
    """A decision tree that cannot be made or read."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A guess, and the subtree of each clue.

    Parameters
    ----------
    guess : str
        The word to play.
    branches : dict of int to Tree or None
        Subtree of each possible clue; None where the guess is right.

    Examples
    --------
    >>> tree = Tree("crane", {242: None, 240: Tree("crank", {242: None})})
    >>> tree.total, tree.worst, sorted(tree.games())
    (3, 2, [('crane',), ('crane', 'crank')])
    """

    guess: str
    branches: dict[Clue, Tree | None] = field(default_factory=dict)

    def games(self) -> Iterator[tuple[str, ...]]:
        """Yield the guesses of every game; each ends with its answer."""
        for branch in self.branches.values():
            if branch is None:
                yield (self.guess,)
            else:
                yield from ((self.guess, *rest) for rest in branch.games())

    @property
    def histogram(self) -> dict[int, int]:
        """Games by number of guesses, in order."""
        return dict(sorted(Counter(map(len, self.games())).items()))

    @property
    def total(self) -> int:
        """Guesses of all games together."""
        return sum(guesses * games for guesses, games in self.histogram.items())

    @property
    def worst(self) -> int:
        """Guesses of the longest game."""
        return max(self.histogram)

    def to_frame(self) -> pd.DataFrame:
        """Return the games as a table: answer, number of guesses, the guesses."""
        return games_frame(self.games())

    def _repr_html_(self) -> str:
        return to_fragment(self)


def grow(strategy: Strategy, setting: Setting) -> Tree:
    """Return the whole tree of a strategy in classic Wordle.

    The strategy is asked once for every history of clues that can come, however many
    answers share it.

    Parameters
    ----------
    strategy : Strategy
        A deterministic strategy.
    setting : Setting
        The words; every answer of theirs is found by the tree.

    Raises
    ------
    TreeError
        When the strategy makes an illegal move, plays differently after the same
        clues, or needs more than `MAX_DEPTH` guesses.

    Examples
    --------
    >>> from game.protocol import Mode
    >>> from game.words import Vocabulary
    >>> words = Vocabulary(("crane", "crank"), ("crane", "crank"))
    >>> tree = Tree("crane", {242: None, 240: Tree("crank", {242: None})})
    >>> grow(Follow(tree), Setting(words, Mode.CLASSIC)) == tree
    True
    """
    if hasattr(strategy, "prepare"):
        strategy.prepare(setting)
    answers = len(setting.vocabulary.answers)
    with tqdm(total=answers, unit="answer", delay=1, disable=None) as bar:
        return _Grower(strategy, setting, bar.update).tree()


_History = tuple[tuple[str, Clue], ...]


class _Grower:
    """Depth-first traversal of all histories of a strategy."""

    def __init__(
        self, strategy: Strategy, setting: Setting, found: Callable[[], object]
    ) -> None:
        self.strategy = strategy
        self.setting = setting
        self.words = setting.vocabulary
        self.matrix = clue_matrix(self.words, setting.rule)
        self.found = found
        self._current: _History | None = None  # the history that the strategy knows

    def tree(self) -> Tree:
        everything = np.arange(len(self.words.answers))
        try:
            return self._grow((), everything)
        except Forfeit as forfeit:
            raise TreeError(f"no tree of {self.strategy}: {forfeit.reason}") from None

    def _grow(self, history: _History, places: NDArray[np.intp]) -> Tree:
        if len(history) >= min(self.setting.max_turns, MAX_DEPTH):
            word = self.words.answers[places[0]]
            raise TreeError(
                f"not found after {counted(len(history), 'guess')}: {word!r}"
            )
        guess = self._ask(history)
        clues = self.matrix[self.words.guess_index[guess], places]
        right = all_correct(self.words.length)
        tree = Tree(guess)
        for clue in map(int, np.unique(clues)):
            after = (*history, (guess, clue))
            if clue == right:
                tree.branches[clue] = None
                self.found()
            else:
                tree.branches[clue] = self._grow(after, places[clues == clue])
        return tree

    def _ask(self, history: _History) -> str:
        """Return the guess after a history, replaying turns only if necessary."""
        if self._current is None or self._current != history[:-1]:
            self._catch_up(history)
        self._current = history
        if not history:
            return check_move(self.strategy.first_move(), self.setting).guess
        return self._send(history)

    def _catch_up(self, history: _History) -> None:
        """Start a new game, and replay a history without its last clue."""
        guess = check_move(self.strategy.first_move(), self.setting).guess
        for turn, (played, _) in enumerate(history):
            if guess != played:
                raise TreeError(
                    f"no tree of {self.strategy}: after the same "
                    f"{counted(turn, 'clue')} it plays {played!r} and {guess!r}: "
                    "expected nothing left to chance"
                )
            if turn < len(history) - 1:
                guess = self._send(history[: turn + 1])

    def _send(self, history: _History) -> str:
        guess, clue = history[-1]
        result = to_text(clue, len(guess))
        move = self.strategy.next_move(guess, math.inf, result)
        return check_move(move, self.setting, history).guess


class Follow:
    """Strategy that plays a tree.

    Parameters
    ----------
    tree : Tree
        The tree.

    Examples
    --------
    >>> Follow(Tree("crane", {242: None})).first_move()
    Move(guess='crane', epsilon=inf)
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._at = tree

    def first_move(self) -> tuple[str, float]:
        """Start at the root."""
        self._at = self.tree
        return Move(self._at.guess, math.inf)

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:  # noqa: ARG002 - the tree has the price
        """Follow the branch of the clue."""
        branch = self._at.branches.get(parse(result, len(guess)))
        if branch is None:
            reason = f"the tree knows nothing after {guess} {result}"
            raise Forfeit(Outcome.INVALID, reason)
        self._at = branch
        return Move(self._at.guess, math.inf)


def replay(tree: Tree, setting: Setting) -> list[Game]:
    """Play a tree against every answer of a vocabulary.

    Parameters
    ----------
    tree : Tree
        The tree.
    setting : Setting
        The words, in classic mode.

    Returns
    -------
    list of Game
        In the order of the answers. An answer that the tree does not find has
        another outcome than `Outcome.WON`.

    Examples
    --------
    >>> from game.protocol import Mode
    >>> from game.words import Vocabulary
    >>> setting = Setting(Vocabulary(("crane",), ("crane",)), Mode.CLASSIC)
    >>> [str(game.outcome) for game in replay(Tree("crane", {242: None}), setting)]
    ['won']
    """
    player = Follow(tree)
    answers = setting.vocabulary.answers
    return [play(player, SecretHost(a, setting.mode), setting) for a in answers]
