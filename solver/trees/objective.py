"""Objectives of optimal play: what a game costs for each number of guesses."""

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
    """What a game costs for each number of guesses.

    Optimal play minimises the sum of the costs of all games. `costs` has the costs of
    games of 1, 2, ... guesses. The last of these costs also holds for longer games. If
    `costs` is empty, the cost of a game is its number of guesses. An InputError is
    raised if there is only one cost, if a cost is negative, or if a cost is smaller
    than the cost before it.
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

        ``total`` means the fewest guesses in all games together. ``within-3`` means the
        most games won within three guesses; other numbers than 3 work, too. Numbers
        with commas are the costs of games of 1, 2, ... guesses. Any other text raises
        an InputError.
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
        """The number n of an objective ``within-n``, and 0 for any other objective.

        The objective ``within-3`` asks for the most games won within three guesses.
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

        The phrase is "has fewer" (guesses) for the fewest guesses, "wins more" (games)
        for an objective like ``within-3``, and "costs less" for any other objective.
        """
        if self.within:
            return "wins more"
        return "costs less" if self.costs else "has fewer"

    def result(self, cost: float, vocabulary: Vocabulary) -> str:
        """Return a phrase for a total cost, like "7,920 guesses in 2,315 games".

        There is one game for each answer of `vocabulary`.
        """
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
        """Return the amounts that guesses add to the cost of a game.

        The array has the shape (max_guesses + 3,). The index is the number of guesses
        left before the guess. The first element, for no guesses left, is `NEVER`. The
        last two elements, for the indices -1 and -2, are 0. An InputError is raised if
        `costs` has more than `max_guesses` elements, or if `max_guesses` is more than
        `MOST_GUESSES`.
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

        # The index is the number of guesses left. So the amount that the last guess
        # adds comes first.
        costs = [0, *(self.cost(guesses) for guesses in range(1, max_guesses + 1))]
        return np.array([NEVER, *np.diff(costs)[::-1], 0, 0], np.int64)


TOTAL = Objective()
"""The objective whose best tree has the fewest guesses in all games together."""
