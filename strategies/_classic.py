"""Base class of the strategies that play only classic Wordle."""

from __future__ import annotations

from dataclasses import dataclass

from strategies._belief import BeliefStrategy


@dataclass(eq=False, repr=False)
class ClassicStrategy(BeliefStrategy):
    """Choose each guess by `rate`, in games with exact clues.

    Parameters
    ----------
    guess_from : str
        The words that may be played: ``"all"``, or only ``"possible"`` answers.
    **options
        As for `BeliefStrategy`.
    """

    guess_from: str = "all"
