"""Base class of the strategies for classic Wordle alone."""

from __future__ import annotations

from dataclasses import dataclass

from strategies._belief import BeliefStrategy


@dataclass(eq=False, repr=False)
class ClassicStrategy(BeliefStrategy):
    """Choose each guess by `rate`, in a game whose clues are exact.

    Parameters
    ----------
    guess_from : str
        Which guesses are played: ``"all"``, or only ``"possible"`` answers.
    **options
        As for `BeliefStrategy`.
    """

    guess_from: str = "all"
