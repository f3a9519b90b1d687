"""Highest proved floors of a vocabulary, and bounds of the chance to win.

`solver.bounds.free_letters` holds for any words. For the shipped lists,
`data/build_floors.py` has proved higher floors with `solver.bounds.word_bounds`, and
`data/build_bounds.py` has computed the bounds.
"""

from __future__ import annotations

import csv
import math
from dataclasses import fields
from functools import lru_cache
from pathlib import Path

from game.words import DATA, Vocabulary
from solver.bounds import free_letters
from solver.bounds.floor_tables import Floor
from solver.bounds.two_clue_certificate import SHARE, Certificate

_ALMOST = 0.995  # from this bound on, a plot shows no difference to 1
_REACH = 64.0  # nats; bounds by this one table differ by less than 0.01
_FIELDS = tuple(field.name for field in fields(Floor))


def floor(vocabulary: Vocabulary, share: float) -> float:
    """Return a budget within which no WORDPL strategy wins that share of its games.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words; guesses are marked letterwise, as in the contest.
    share : float
        Above 0 and below 1.

    Returns
    -------
    float
        In nats: for the shipped lists the floor that ``data/build_floors.py`` has
        proved for that share, if any; otherwise `solver.bounds.free_letters.floor`.

    Examples
    --------
    >>> floor(Vocabulary.load(), 0.5) > free_letters.floor(2315, 5, 0.5)
    True
    """
    for found in proved_floors(vocabulary):
        if found.share == share:
            return found.budget
    return free_letters.floor(len(vocabulary.answers), vocabulary.length, share)


@lru_cache(maxsize=8)
def two_clue_floor(vocabulary: Vocabulary, share: float) -> float:
    """Return a budget within which two paid clues do not win that share of games.

    In nats: the least of the budgets that ``data/build_two_clues.py`` has proved for
    every opening; NaN for other words and shares.
    """
    path = DATA / f"two-clues-{vocabulary.length}.csv"
    if share != SHARE or not path.is_file() or not _is_for(path, vocabulary):
        return math.nan
    proofs = Certificate.read(path, vocabulary).proofs
    return min(proofs[opening].budget for opening in vocabulary.guesses)


@lru_cache(maxsize=8)
def bounds(vocabulary: Vocabulary) -> tuple[float, ...]:
    """Return the chances to win within 0, 1, 2, ... nats that no strategy exceeds.

    They end where one is all but 1. Those of the shipped lists are read from ``data/``.
    """
    path = DATA / f"bounds-{vocabulary.length}.csv"
    if path.is_file() and _is_for(path, vocabulary):
        with path.open(encoding="utf-8", newline="") as file:
            file.readline()
            return tuple(float(row["chance"]) for row in csv.DictReader(file))
    return computed_bounds(vocabulary)


def computed_bounds(vocabulary: Vocabulary) -> tuple[float, ...]:
    """Return what `bounds` does, computed."""
    answers, length = len(vocabulary.answers), vocabulary.length
    found = [free_letters.coarser_bound(0.0, answers, length, _REACH)]
    while found[-1] <= _ALMOST:
        found.append(
            free_letters.coarser_bound(float(len(found)), answers, length, _REACH)
        )
    return tuple(found)


def _is_for(path: Path, vocabulary: Vocabulary) -> bool:
    with path.open(encoding="utf-8") as file:
        return file.readline().strip() == vocabulary.digest


def proved_floors(vocabulary: Vocabulary) -> list[Floor]:
    """Return the floors that ``data/`` has for a vocabulary; none for other words."""
    path = DATA / f"floors-{vocabulary.length}.csv"
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["words"] == vocabulary.digest]
    return [Floor(*(float(row[name]) for name in _FIELDS)) for row in rows]
