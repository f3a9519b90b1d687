"""Prices of an entry by turn, and its chances to win by the first clue."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from contest.statistics.losses import first_class
from game.record import Game


class TurnFigures(msgspec.Struct, frozen=True):
    """Number of the games that have a turn, and the mean price of its guess in nats."""

    games: int
    price: float


class ClueFigures(msgspec.Struct, frozen=True):
    """Number of games with a class of first clues, and their mean exact chance to win.

    The class says how many letters are correct and present.
    """

    clue: str
    games: int
    chance: float


def by_turn(games: Sequence[Game]) -> list[TurnFigures]:
    """Return the figures of every turn.

    Examples
    --------
    >>> from game import Mode, Outcome, Turn
    >>> turns = Turn("crane", 10.0, 0), Turn("moist", 4.0, 0)
    >>> both = turns, turns[:1]
    >>> games = [Game(Mode.WORDPL, "a", own, "a", Outcome.WON) for own in both]
    >>> [(turn.games, turn.price) for turn in by_turn(games)]
    [(2, 10.0), (1, 4.0)]
    """
    prices: list[list[float]] = []
    for game in games:
        for place, turn in enumerate(game.turns):
            if place == len(prices):
                prices.append([])
            prices[place].append(turn.epsilon)
    return [TurnFigures(len(own), math.fsum(own) / len(own)) for own in prices]


def by_first_clue(
    games: Sequence[Game], chances: NDArray[np.float64]
) -> list[ClueFigures]:
    """Return the figures of every class; that in which most are lost is first.

    `chances` are the exact ones that each final answer of WORDPL was right.
    """
    found: dict[str, list[float]] = {}
    for game, chance in zip(games, chances.tolist(), strict=True):
        found.setdefault(first_class(game), []).append(chance)
    figures = [
        ClueFigures(clue, len(own), math.fsum(own) / len(own))
        for clue, own in found.items()
    ]
    return sorted(figures, key=lambda own: -own.games * (1 - own.chance))
