"""Base class of the strategies that count letters."""

from __future__ import annotations

from game.protocol import Setting
from solver.belief.belief import Belief
from solver.matrix.letters import LetterCounts, is_repeat, letter_codes
from strategies._classic import ClassicStrategy


class LetterStrategy(ClassicStrategy):
    """Rate guesses by the letters of the words that are possible.

    Attributes
    ----------
    guesses : ndarray of shape (n_guesses, length), uint8
        The guesses as numbers.
    repeats : ndarray of shape (n_guesses, length), bool
        Whether the guess has the letter further left, too.
    """

    def prepare(self, setting: Setting) -> None:
        """Load what depends on the words."""
        super().prepare(setting)
        self.guesses = letter_codes(self.words.guesses, self.words.alphabet)
        self.repeats = is_repeat(self.guesses)
        self._answers = letter_codes(self.words.answers, self.words.alphabet)

    def counts(self, belief: Belief) -> LetterCounts:
        """Return how many possible words have each letter."""
        return LetterCounts.of(self._answers[belief.possible], len(self.words.alphabet))
