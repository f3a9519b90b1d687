"""Adversarial hosts: Absurdle and its challenge mode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.clues import CORRECT, PRESENT, Clue, all_correct, classic, to_marks


class AbsurdleHost:
    """Absurdle: a host without a secret, which keeps as many answers as possible.

    It gives the clue that most of the possible answers would give. Of clues with
    equally many it gives the one with fewest correct letters, then with fewest present
    ones, then from the left absent before present before correct. It gives the clue of
    a right guess only when no other clue is possible.

    `possible` holds the answers that fit every clue so far.

    Source: qntm (2022), "Absurdle", https://qntm.org/absurdle.
    """

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = tuple(answers)
        self.reset()

    def reset(self) -> None:
        """Start another game."""
        self.possible = self.answers

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:  # noqa: ARG002 - as any host
        """Return the clue that most answers would give, and keep those answers."""
        clues = [classic(word, guess) for word in self.possible]
        clue = absurdle_clue(Counter(clues), len(guess))
        kept = zip(self.possible, clues, strict=True)
        self.possible = tuple(word for word, c in kept if c == clue)
        return clue

    def accepts(self, word: str) -> bool:
        """Return whether a word is the one that `reveal` returns."""
        return word == self.reveal()

    def reveal(self) -> str:
        """Return an answer that fits every clue: at the end, the only one."""
        return self.possible[0]


def absurdle_clue(sizes: Counter[Clue], length: int) -> Clue:
    """Return Absurdle's clue, given how many possible answers have each clue."""
    right = all_correct(length)
    return min(sizes, key=lambda c: (c == right, -sizes[c], preference(c, length)))


def preference(clue: Clue, length: int) -> tuple[int, int, Clue]:
    """Return Absurdle's sort key of clues that keep equally many answers."""
    marks = to_marks(clue, length)
    return marks.count(CORRECT), marks.count(PRESENT), clue


class ChallengeHost(AbsurdleHost):
    """Absurdle's challenge mode: the player leads the host to a given word.

    The game is won only if its last word is the target.

    Source: qntm (2022), "Absurdle challenge mode", https://qntm.org/challenge.
    """

    def __init__(self, answers: Sequence[str], target: str) -> None:
        super().__init__(answers)
        self.target = target

    @property
    def is_open(self) -> bool:
        """Whether the target still fits every clue."""
        return self.target in self.possible

    def reveal(self) -> str:
        """Return the target."""
        return self.target
