"""Turns that games have in common: the same guesses after the same clues."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from game.record import Game

Key = TypeVar("Key", bound=Hashable)


def order_by_turns(games: Sequence[Game]) -> NDArray[np.intp]:
    """Return the order in which games with equal first turns are neighbours."""
    turns = [[(t.guess, t.epsilon, t.clue) for t in game.turns] for game in games]
    return np.array(sorted(range(len(games)), key=turns.__getitem__), np.intp)


def number_distinct(keys: Iterable[Key]) -> tuple[list[Key], NDArray[np.intp]]:
    """Return the distinct keys in order, and the index of each key among them.

    Examples
    --------
    >>> number_distinct("abca")
    (['a', 'b', 'c'], array([0, 1, 2, 0]))
    """
    position: dict[Key, int] = {}
    index = [position.setdefault(key, len(position)) for key in keys]
    return list(position), np.array(index, np.intp)
