"""Growth of decision trees: all games of a deterministic strategy."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from tqdm import tqdm

from game.arrays import Indices
from game.clues import all_correct
from game.loop import prepare, replay_moves
from game.protocol import Forfeit, Setting, Strategy, check_move
from game.record import Turn, history_of
from game.text.formats import format_count
from solver.matrix.clue_matrix import clue_matrix
from solver.trees.tree import Tree, TreeError

_MAX_DEPTH = 100
"""Largest number of guesses of a game in a tree."""


def grow(strategy: Strategy, setting: Setting) -> Tree:
    """Return the decision tree that a strategy follows in classic Wordle.

    The strategy is asked for a guess once for every possible history of guesses and
    clues, even if many answers have this history.

    A TreeError is raised if the strategy makes an illegal move, if it plays differently
    after the same clues, or if it does not find an answer within the guesses of a game,
    which are ``setting.max_turns`` and at most 100.
    """
    prepare(strategy, setting)
    answers = len(setting.vocabulary.answers)
    with tqdm(total=answers, unit="answer", delay=1, disable=None) as bar:
        return _Grower(strategy, setting, bar.update).tree()


_History = tuple[Turn, ...]


class _Grower:
    """Depth-first traversal of all histories of the games of a strategy.

    A history is the sequence of the guesses so far and their clues.
    """

    def __init__(
        self, strategy: Strategy, setting: Setting, on_answer: Callable[[], object]
    ) -> None:
        self.strategy = strategy
        self.setting = setting
        self.words = setting.vocabulary
        self.matrix = clue_matrix(self.words, setting.rule)
        self.on_answer = on_answer
        # The history of the game that the strategy is playing now, or None.
        self._current: _History | None = None

    def tree(self) -> Tree:
        everything = np.arange(len(self.words.answers))
        try:
            return self._grow((), everything)
        except Forfeit as forfeit:
            raise TreeError(f"no tree of {self.strategy}: {forfeit.reason}") from None

    def _grow(self, history: _History, answers: Indices) -> Tree:
        if len(history) >= min(self.setting.max_turns, _MAX_DEPTH):
            word = self.words.answers[answers[0]]
            raise TreeError(
                f"{word!r} is not found after {format_count(len(history), 'guess')}"
            )
        guess = self._ask(history)
        clues = self.matrix[self.words.guess_index[guess], answers]
        right = all_correct(self.words.length)
        tree = Tree(guess)

        # Follow each clue to the end before the next clue. So the strategy can often
        # continue its present game.
        for clue in map(int, np.unique(clues)):
            after = (*history, Turn(guess, math.inf, clue))
            if clue == right:
                tree.branches[clue] = None
                self.on_answer()
            else:
                tree.branches[clue] = self._grow(after, answers[clues == clue])
        return tree

    def _ask(self, history: _History) -> str:
        """Return the guess of the strategy after a history of guesses and clues.

        If the strategy cannot continue its present game to this history, a new game
        starts, and the turns of the history are replayed.
        """
        # If the present game of the strategy lacks only the last turn of this history,
        # the game continues. Otherwise the strategy starts a new game.
        if history and self._current == history[:-1]:
            turn = history[-1]
            move = self.strategy.next_move(turn.guess, turn.epsilon, turn.result)
        else:
            move = self._replay(history)
        self._current = history
        turns = history_of(history)
        return check_move(move, self.setting, turns).guess

    def _replay(self, history: _History) -> tuple[str, float]:
        """Start a new game, replay a history in it, and return the next move."""
        turns = ((turn.guess, turn.epsilon, turn.result) for turn in history)
        moves = replay_moves(self.strategy, turns)
        for number, turn in enumerate(history):
            guess = check_move(next(moves), self.setting).guess
            # The strategy must repeat its guesses: a strategy that chooses its guesses
            # at random has no tree.
            if guess != turn.guess:
                raise TreeError(
                    f"no tree of {self.strategy}: after the same "
                    f"{format_count(number, 'clue')}, the strategy plays "
                    f"{turn.guess!r} in one game and {guess!r} in another game",
                    "the same guess",
                )
        return next(moves)
