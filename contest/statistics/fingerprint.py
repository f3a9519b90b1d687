"""Fingerprint of an entry of WORDPL: prices, bits and losses by turn, first clues."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from contest.statistics.losses import (
    GameLosses,
    first_class,
    kinds,
    mean_loss,
    rated_losses,
    turns,
)
from game.record import Game
from solver.advice.continuation import Continuation
from solver.advice.noisy_review import NoisyTurn, review_noisy

RATED = 11
"""Games whose turns are rated: a second or two each."""


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """Means over the rated games that have a turn.

    Parameters
    ----------
    games : int
        Games that have it.
    price : float
        Price of the guess, in nats.
    bits : float
        Mutual information of its clue and the secret.
    best : float
        The same of the best guess at that price.
    """

    games: int
    price: float
    bits: float
    best: float


@dataclass(frozen=True, slots=True)
class LossFigures:
    """Mean loss of the rated games in a turn and of a kind.

    Parameters
    ----------
    turn, kind : str
        As in `contest.statistics.losses.GameLosses`.
    mean : float
        Part of the chance to win.
    error : float or None
        Its standard error; None for a single game.
    worst : int or None
        The game that lost most; None where none lost.
    """

    turn: str
    kind: str
    mean: float
    error: float | None
    worst: int | None


@dataclass(frozen=True, slots=True)
class ClueFigures:
    """The games of a class of first clues.

    Parameters
    ----------
    clue : str
        How many letters are correct and present.
    games : int
        Games whose first clue is of this class.
    chance : float
        Mean of their exact chances to win.
    """

    clue: str
    games: int
    chance: float


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Prices, information and losses of an entry.

    Parameters
    ----------
    rated : int
        The first games, from which the figures of turns and the losses are.
    turns : tuple of TurnFigures
        By turn.
    losses : tuple of LossFigures
        By turn and kind.
    clues : tuple of ClueFigures
        All games by class of the first clue; the one in which most are lost is first.
    """

    rated: int
    turns: tuple[TurnFigures, ...]
    losses: tuple[LossFigures, ...]
    clues: tuple[ClueFigures, ...]


def fingerprint(
    games: Sequence[Game],
    chances: NDArray[np.float64],
    play: Continuation,
) -> Fingerprint:
    """Compute the fingerprint of an entry.

    Parameters
    ----------
    games : sequence of Game
        At least one, of WORDPL.
    chances : ndarray of shape (n_games,), float64
        The exact chance that each final answer was right.
    play : Continuation
        Best known play with the words of the games.

    Examples
    --------
    >>> from game.protocol import Mode, Outcome
    >>> from game.record import Turn
    >>> from game.words import Vocabulary
    >>> words = Vocabulary(*[("mount", "count", "found")] * 2)
    >>> turns = (Turn("count", 9.0, 81),)
    >>> game = Game(Mode.WORDPL, "found", turns, "found", Outcome.WON)
    >>> found = fingerprint([game], np.array([0.5]), Continuation(words))
    >>> [(t.price, round(t.bits, 2), round(t.best, 2)) for t in found.turns]
    [(9.0, 0.61, 0.61)]
    """
    seen: list[list[NoisyTurn]] = []
    lost: list[GameLosses] = []
    for number, game in enumerate(games[:RATED]):
        found = review_noisy(play, game.turns, game.final, draw=f"why {number}")
        lost.append(rated_losses(number, game, found))
        for place, turn in enumerate(found.turns):
            if place == len(seen):
                seen.append([])
            seen[place].append(turn)
    return Fingerprint(
        len(lost),
        tuple(map(_turn, seen)),
        tuple(_losses(lost)),
        _by_first_clue(games, chances),
    )


def _turn(had: Sequence[NoisyTurn]) -> TurnFigures:
    values = [(turn.epsilon, turn.expected, turn.best_expected) for turn in had]
    return TurnFigures(len(had), *np.mean(values, axis=0).tolist())


def _losses(games: Sequence[GameLosses]) -> list[LossFigures]:
    places = {place for game in games for place in game.parts}
    found = []
    for turn in turns(games):
        for kind in kinds(games):
            if (turn, kind) in places:
                lost = mean_loss(games, partial(GameLosses.lost, turn=turn, kind=kind))
                error = None if math.isnan(lost.error) else lost.error
                found.append(LossFigures(turn, kind, lost.mean, error, lost.worst))
    return found


def _by_first_clue(
    games: Sequence[Game], chances: NDArray[np.float64]
) -> tuple[ClueFigures, ...]:
    found: dict[str, list[float]] = {}
    for game, chance in zip(games, chances.tolist(), strict=True):
        found.setdefault(first_class(game), []).append(chance)
    figures = [
        ClueFigures(clue, len(own), float(np.mean(own))) for clue, own in found.items()
    ]
    return tuple(sorted(figures, key=lambda own: -own.games * (1 - own.chance)))
