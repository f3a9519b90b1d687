"""Base class of the strategies for classic Wordle alone."""

from __future__ import annotations

from strategies._belief import BeliefStrategy


class ClassicStrategy(BeliefStrategy):
    """Choose each guess by `rate`, in a game whose clues are exact.

    Parameters
    ----------
    opening : str
        The first guess; chosen like the others when empty.
    guess_from : str
        Which guesses are played: ``"all"``, or only ``"possible"`` answers.
    """

    def __init__(self, opening: str = "", guess_from: str = "all") -> None:
        super().__init__(opening=opening)
        self.guess_from = guess_from
