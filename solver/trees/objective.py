"""Objectives of optimal play: the cost of a game, by its number of guesses."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from game.arrays import Integers
from game.errors import InputError
from game.text.formats import format_count
from game.words import Vocabulary

NEVER = 1 << 28
"""Cost of a state that cannot be won with the guesses left."""

MOST_GUESSES = 1000
"""Largest number of guesses in a game."""

_WITHIN = re.compile(r"within-([1-9][0-9]?)")
_COSTS = re.compile(r"[0-9]{1,9}(,[0-9]{1,9})+")


@dataclass(frozen=True, slots=True)
class Objective:
    """Cost of a game, by its number of guesses; the sum over all games is minimized.

    `costs` has the costs of a game of 1, 2, ... guesses. The last cost also holds for
    longer games. If `costs` is empty, the cost of a game is its number of guesses. An
    InputError is raised if there is only one cost, if a cost is negative, or if a cost
    is smaller than the cost before it.
    """

    costs: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if len(self.costs) == 1:
            raise InputError(f"one cost, {self.costs[0]}", "no cost, or several costs")
        for before, cost in zip((0, *self.costs), self.costs, strict=False):
            if cost < before:
                raise InputError(f"cost {cost} after {before}", "costs that never fall")

    @classmethod
    def parse(cls, text: str) -> Objective:
        """Return the objective that a text describes.

        The text is ``total`` for the fewest guesses, ``within-3`` for the most games
        won within three guesses, or the costs of a game of 1, 2, ... guesses, separated
        by commas. Any other text raises an InputError.
        """
        if text == "total":
            return cls()
        if match := _WITHIN.fullmatch(text):
            return cls((0,) * int(match[1]) + (1,))
        if not _COSTS.fullmatch(text):
            raise InputError(
                f"objective {text!r:.60}",
                "total, within-2, within-3, ..., or costs of games of 1, 2, ... "
                "guesses, like 1,2,3,5,8",
            )
        return cls(tuple(map(int, text.split(","))))

    @property
    def within(self) -> int:
        """The number of guesses within which the most games are to be won.

        The number is 0 if the objective is not of the form ``within-3``.
        """
        limit = len(self.costs) - 1
        return limit if limit > 0 and self.costs == (0,) * limit + (1,) else 0

    def __str__(self) -> str:
        if self.within:
            return f"within-{self.within}"
        return ",".join(map(str, self.costs)) or "total"

    @property
    def better(self) -> str:
        """A verb phrase that means "is better", for sentences like "no tree has fewer".

        The phrase is "has fewer" (guesses), "wins more" (games) or "costs less",
        depending on the objective.
        """
        if self.within:
            return "wins more"
        return "costs less" if self.costs else "has fewer"

    def result(self, cost: float, vocabulary: Vocabulary) -> str:
        """Return a phrase for a total cost, like "7,920 guesses in 2,315 games"."""
        weighted = "weighted " if vocabulary.weights else ""
        every = sum(vocabulary.weight.values())
        games = format_count(every, f"{weighted}game")
        if self.within:
            won = f"{every - cost:,} of {games} won"
            return f"{won} within {format_count(self.within, 'guess')}"
        if self.costs:
            return f"{weighted}costs of {cost:,} in {games}"
        return f"{format_count(cost, f'{weighted}guess')} in {games}"

    def cost(self, guesses: int) -> int:
        """Return the cost of a game with this number of guesses."""
        if not self.costs:
            return guesses
        return self.costs[min(guesses, len(self.costs)) - 1]

    def steps(self, max_guesses: int) -> Integers:
        """Return the amount that a guess adds to the cost of a game, by guesses left.

        The array has the shape (max_guesses + 3,), and its index is the number of
        guesses left before the guess. The first element, for no guesses left, is
        `NEVER`. The last two elements, for the indices -1 and -2, are 0. An InputError
        is raised if there are more costs than guesses, or too many guesses.
        """
        if max_guesses > MOST_GUESSES:
            raise InputError(
                f"{max_guesses:,} guesses in a game", f"{MOST_GUESSES:,} at most"
            )
        if len(self.costs) > max_guesses:
            raise InputError(
                f"{len(self.costs)} costs in {str(self)!r:.60}",
                f"{max_guesses} at most, the number of guesses in a game",
            )

        # Order the steps by guesses left: the step of the last guess comes first.
        costs = [0, *(self.cost(guesses) for guesses in range(1, max_guesses + 1))]
        return np.array([NEVER, *np.diff(costs)[::-1], 0, 0], np.int64)


TOTAL = Objective()
"""The objective of the fewest guesses in all games together."""
