"""What the strategies that look at letters have in common."""

from __future__ import annotations

from game.protocol import Setting
from solver.belief.belief import Belief
from solver.matrix.clue_matrix import letters
from solver.matrix.letters import LetterCounts, is_repeat
from strategies._classic import ClassicStrategy


class LetterStrategy(ClassicStrategy):
    """Rate guesses by the letters of the words that are possible.

    Attributes
    ----------
    guesses : ndarray of shape (n_guesses, length), uint8
        The guesses as numbers.
    repeats : ndarray of shape (n_guesses, length), bool
        Where a letter stands that the guess has further left, too.
    """

    def prepare(self, setting: Setting) -> None:
        """Load what depends on the words."""
        super().prepare(setting)
        self.guesses = letters(self.words.guesses)
        self.repeats = is_repeat(self.guesses)
        self._answers = letters(self.words.answers)

    def counts(self, belief: Belief) -> LetterCounts:
        """Return how many possible words have each letter."""
        return LetterCounts.of(self._answers[belief.possible])
