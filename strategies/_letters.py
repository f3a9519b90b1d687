"""Base class of the strategies that rate guesses by counts of letters."""

from __future__ import annotations

from game.protocol import Setting
from solver.belief.belief import Belief
from solver.matrix.letters import LetterCounts, is_repeat, letter_codes
from strategies._classic import ClassicStrategy


class LetterStrategy(ClassicStrategy):
    """Rate guesses by the letters of the possible answers.

    A subclass defines ``rate(belief)``, which returns a score for each guess: the
    higher, the better.

    Parameters
    ----------
    **options
        As for `ClassicStrategy`.

    Attributes
    ----------
    guesses : ndarray of shape (n_guesses, length), uint8
        The letters of the guesses, as indices in the alphabet.
    repeats : ndarray of shape (n_guesses, length), bool
        Whether the same letter also stands further left in the guess.
    """

    def prepare(self, setting: Setting) -> None:
        """Load the words, and compute the arrays of the letters of all guesses."""
        super().prepare(setting)
        self.guesses = letter_codes(self.words.guesses, self.words.alphabet)
        self.repeats = is_repeat(self.guesses)
        self._answers = letter_codes(self.words.answers, self.words.alphabet)

    def counts(self, belief: Belief) -> LetterCounts:
        """Return numbers of possible answers with each letter.

        They are counted for each letter anywhere in the answer, and for each letter at
        each place.
        """
        return LetterCounts.of(self._answers[belief.possible], len(self.words.alphabet))
