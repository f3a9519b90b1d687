"""Floors of a vocabulary, and bounds of the chance to win.

A floor of a share is a budget within which no strategy wins that share of its games; a
bound of a budget is a chance to win within it that no strategy exceeds.

`solver.bounds.free_letters` holds for any words. For the shipped lists, ``data/`` has
higher floors, which `research/builders/build_floors.py` and
`research/builders/build_two_clues.py` have proved, and bounds, which
`research/builders/build_bounds.py` has computed.
"""

from __future__ import annotations

import csv
import math
from functools import lru_cache, partial

from game.word_files import DATA
from game.words import Vocabulary
from solver.bounds import free_letters

TWO_CLUE_SHARE = 0.05
"""Share of the games for which `two_clue_floor` has a proof."""

_ALMOST = 0.995  # from this bound on, a plot shows no difference to 1
_SPAN = 64.0  # nats of the one table for all bounds, which differ by less than 0.01


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
        In nats: for the shipped lists the floor that
        ``research/builders/build_floors.py`` has proved for that share, if any;
        otherwise the floor of `solver.bounds.free_letters`.

    Examples
    --------
    >>> floor(Vocabulary.load(), 0.5) > free_letters.free_floor(2315, 5, 0.5)
    True
    """
    proved = proved_floors(vocabulary).get(share)
    if proved is not None:
        return proved
    return free_letters.free_floor(len(vocabulary.answers), vocabulary.length, share)


@lru_cache(maxsize=8)
def two_clue_floor(vocabulary: Vocabulary, share: float) -> float:
    """Return a budget within which two paid clues do not win that share of games.

    In nats: the least of the budgets that ``research/builders/build_two_clues.py`` has
    proved for every opening; NaN for other words and shares.
    """
    rows = _read_bounds("two-clues", vocabulary) if share == TWO_CLUE_SHARE else []
    if not rows:
        return math.nan

    # The first clue is of any guess, so the floor is the least over all of them.
    budgets = {opening: float(budget) for opening, budget, *_ in rows}
    return min(budgets[opening] for opening in vocabulary.guesses)


@lru_cache(maxsize=8)
def bounds(vocabulary: Vocabulary) -> tuple[float, ...]:
    """Return the chances to win within 0, 1, 2, ... nats that no strategy exceeds.

    They end where one is all but 1. Those of the shipped lists are read from ``data/``.
    """
    chances = [float(chance) for _, chance in _read_bounds("bounds", vocabulary)[1:]]
    return tuple(chances) or compute_bounds(vocabulary)


def compute_bounds(vocabulary: Vocabulary) -> tuple[float, ...]:
    """Compute `bounds`, without the files."""
    answers = len(vocabulary.answers)
    length = vocabulary.length
    bound = partial(free_letters.win_probability_bound, answers=answers, length=length)
    chances = [bound(0.0, span=_SPAN)]
    while chances[-1] <= _ALMOST:
        chances.append(bound(float(len(chances)), span=_SPAN))
    return tuple(chances)


def _read_bounds(kind: str, vocabulary: Vocabulary) -> list[list[str]]:
    """Return the rows of a file in ``data/``; none if it is for other words.

    The digest of its words comes before the rows.
    """
    path = DATA / f"{kind}-{vocabulary.length}.csv"
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        is_for_words = file.readline().strip() == vocabulary.digest
        return list(csv.reader(file)) if is_for_words else []


def proved_floors(vocabulary: Vocabulary) -> dict[float, float]:
    """Return the budgets of the floors in ``data/`` by share; none for other words."""
    path = DATA / f"floors-{vocabulary.length}.csv"
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["words"] == vocabulary.digest]
    return {float(row["share"]): float(row["budget"]) for row in rows}
