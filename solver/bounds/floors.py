"""Highest proved floors of a vocabulary.

`solver.bounds.free_letters` holds for any words. For the shipped lists,
`data/build_floors.py` has proved higher floors with `solver.bounds.word_bounds`.
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

    Returns
    -------
    float
        In nats: the least of the budgets that ``data/build_two_clues.py`` has proved
        for every opening; NaN for other words and shares.

    Examples
    --------
    >>> two_clue_floor(Vocabulary.load(), 0.05) > floor(Vocabulary.load(), 0.05)
    True
    """
    path = DATA / f"two-clues-{vocabulary.length}.csv"
    if share != SHARE or not path.is_file() or not _is_for(path, vocabulary):
        return math.nan
    proofs = Certificate.read(path, vocabulary).proofs
    return min(proofs[opening].budget for opening in vocabulary.guesses)


def _is_for(path: Path, vocabulary: Vocabulary) -> bool:
    with path.open(encoding="utf-8") as file:
        return file.readline().strip() == vocabulary.digest


def proved_floors(vocabulary: Vocabulary) -> list[Floor]:
    """Return the floors that ``data/`` has for a vocabulary; none for other words.

    Examples
    --------
    >>> [one.share for one in proved_floors(Vocabulary.load())]
    [0.05, 0.5, 0.95]
    """
    path = DATA / f"floors-{vocabulary.length}.csv"
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["words"] == vocabulary.digest]
    return [Floor(*(float(row[name]) for name in _FIELDS)) for row in rows]
