"""Strategy with fixed first guesses, for the comparison of openings."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.loop import replay_moves
from game.protocol import Move, Setting, Strategy
from solver.advice.suggestions import with_opening


class Opening:
    """Play given words first, then the moves of a strategy; in classic Wordle."""

    def __init__(self, strategy: Strategy, words: Sequence[str]) -> None:
        self.strategy = strategy
        self.words = words
        self._turns: list[tuple[str, float, str]] = []

    @property
    def deterministic(self) -> bool:
        """Whether the same clues always lead to the same move."""
        return bool(getattr(self.strategy, "deterministic", False))

    def prepare(self, setting: Setting) -> None:
        """Prepare the strategy; raise `WordError` for a word that is no guess."""
        self.words = [setting.vocabulary.check_guess(word) for word in self.words]
        opening = self.words[0] if self.words else ""
        self.strategy = with_opening(self.strategy, setting, opening)

    def first_move(self) -> tuple[str, float]:
        """Play the first word."""
        self._turns = []
        return self._next_word() if self.words else self.strategy.first_move()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Play the next word, or the strategy's move after a replay of the turns."""
        self._turns.append((guess, epsilon, result))
        if len(self._turns) < len(self.words):
            return self._next_word()
        if len(self._turns) == len(self.words):
            # The strategy takes over here, and has to learn the turns without it.
            *_, move = replay_moves(self.strategy, self._turns)
            return move
        return self.strategy.next_move(guess, epsilon, result)

    def _next_word(self) -> Move:
        return Move(self.words[len(self._turns)], math.inf)

    def __str__(self) -> str:
        return str(self.strategy)


def split_words(words: str | Sequence[str]) -> list[str]:
    """Return the words of a text, with commas or blanks between them, or of a list."""
    return words.replace(",", " ").split() if isinstance(words, str) else list(words)
