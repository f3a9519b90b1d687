"""A script for mypy, with type errors.

Each error has a comment ``type: ignore``. If mypy does not see an error, it reports
that the comment is unused.
"""

from typing import assert_type

from clueproof import Belief, Setting, Solver, Strategy, Vocabulary
from clueproof import Slover  # type: ignore[attr-defined]

assert_type(Solver(), Solver)
assert_type(Belief.uniform(3), Belief)
assert_type(Setting(Vocabulary.load()), Setting)
planted: int = Solver()  # type: ignore[assignment]
belief: int = Belief.uniform(3)  # type: ignore[assignment]
setting: int = Setting(Vocabulary.load())  # type: ignore[assignment]


class Right:
    def first_move(self) -> tuple[str, float]:
        return "crane", 9.0

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        return "crane", 0.0


class Wrong:
    def first_move(self) -> str:
        return "crane"

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        return "crane", 0.0


right: Strategy = Right()
wrong: Strategy = Wrong()  # type: ignore[assignment]
