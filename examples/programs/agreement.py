"""The strategy of the programs in this folder, as a class in Python.

The class makes the same moves as the programs. Score it with
``python evaluate.py examples/programs/agreement.py``.
"""

import math

import numpy as np

from game import Mode, Setting, parse
from solver import clue_matrix

OPENING = "slate"
ODDS = 16  # an answer that explains one mark more is 16 times as probable
LETTER_PRICE = 2773  # thousandths of a nat: 1000 times the natural logarithm of ODDS
FARTHEST = 6  # an answer that explains over 6 marks less than the best has no weight
PERCENT = 95  # the final answer must have at least 95 % of the total weight


class Agreement:
    """Guess the answer that explains the most marks of all clues so far.

    An answer explains a mark if the mark would be true for this answer. At a price of e
    for five letters, a mark is true with probability exp(e/5) / (2 + exp(e/5)). So an
    answer that explains one mark more is exp(e/5) times as probable. At a price of
    13.865, it is 16 times as probable: then probabilities can be compared with whole
    numbers. In classic Wordle, the same count works, because an answer that fits all
    clues explains the most marks.
    """

    def prepare(self, setting: Setting) -> None:
        """Load the words, and the true clue of every guess for every answer."""
        if setting.mode is Mode.FIBBLE or setting.boards > 1:
            raise ValueError("expected WORDPL or classic Wordle with one board")
        self.words = setting.vocabulary
        self.length = self.words.length
        self.matrix = clue_matrix(self.words, setting.rule)
        self.priced = setting.mode.priced
        self.price = self.length * LETTER_PRICE / 1000 if self.priced else math.inf

    def first_move(self) -> tuple[str, float]:
        """Return the opening, or the first answer if the opening is not allowed."""
        self.explained = np.zeros(len(self.words.answers), int)
        allowed = OPENING in self.words.guess_index
        return OPENING if allowed else self.words.answers[0], self.price

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Count the marks that each answer explains; return the best answer.

        The price is 0, which makes it the final answer, if the answer is certain
        enough.
        """
        clues = self.matrix[self.words.guess_index[guess]]
        clue = np.array(parse(result, self.length))
        self.explained += (self.marks(clues) == self.marks(clue)).sum(axis=1)
        best = int(np.argmax(self.explained))
        final = self.priced and self.certain(best)
        return self.words.answers[best], 0.0 if final else self.price

    def certain(self, best: int) -> bool:
        """Return whether the best answer is probable enough to be the final answer."""
        behind = self.explained[best] - self.explained
        weights = ODDS ** (FARTHEST - behind[behind <= FARTHEST])
        return bool(weights.sum() * PERCENT <= ODDS**FARTHEST * 100)

    def marks(self, clues: np.ndarray) -> np.ndarray:
        """Return the marks of clues: the digits in base 3, the last letter first."""
        return clues[..., None] // 3 ** np.arange(self.length) % 3


MODES = ["wordpl", "classic"]
ENTRIES = [Agreement()]
