"""Floors of a vocabulary, and upper bounds of the chance to win.

A floor for a share of games is a budget that is proved to be too small: no strategy can
win this share of its games within this budget. An upper bound of the chance to win
within a budget is a chance that no strategy exceeds.

`solver.bounds.free_letters` computes floors and upper bounds for any words. For the
shipped word lists, the folder ``data/`` has higher floors, which
``research/builders/build_floors.py`` and ``research/builders/build_two_clues.py`` have
proved. The folder also has the upper bounds for these lists, which
``research/builders/build_bounds.py`` has computed.
"""

from __future__ import annotations

import csv
import math
from functools import lru_cache, partial

from game.word_files import DATA
from game.words import Vocabulary
from solver.bounds import free_letters

TWO_CLUE_SHARE = 0.05
"""The only share of won games for which `two_clue_floor` has a proof."""

_ALMOST = 0.995  # in a plot, a chance above this number looks like 1

# All upper bounds are read from one table, which covers budgets up to this number of
# nats. From smaller tables, each bound would differ by less than 0.01.
_SPAN = 64.0


def floor(vocabulary: Vocabulary, share: float) -> float:
    """Return a budget within which no WORDPL strategy wins `share` of its games.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words; guesses are marked letterwise, as in the contest.
    share : float
        The share of games, above 0 and below 1.

    Returns
    -------
    float
        The budget, in nats. If ``research/builders/build_floors.py`` has proved a floor
        for these words and this share, this floor is returned. Otherwise the floor of
        `solver.bounds.free_letters` is returned.

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
    """Return a budget within which two paid clues cannot win `share` of the games.

    The budget is in nats. ``research/builders/build_two_clues.py`` has proved such a
    budget for every opening; the least of these budgets is returned. The result is NaN
    if there is no proof for these words and this share.
    """
    rows = _read_bounds("two-clues", vocabulary) if share == TWO_CLUE_SHARE else []
    if not rows:
        return math.nan

    # The opening may be any guess, so return the least budget of all openings.
    budgets = {opening: float(budget) for opening, budget, *_ in rows}
    return min(budgets[opening] for opening in vocabulary.guesses)


@lru_cache(maxsize=8)
def bounds(vocabulary: Vocabulary) -> tuple[float, ...]:
    """Return upper bounds of the chance to win within 0, 1, 2, ... nats.

    No strategy exceeds these chances. The last bound is the first that is almost 1. For
    the shipped word lists, the bounds are read from ``data/``.
    """
    chances = [float(chance) for _, chance in _read_bounds("bounds", vocabulary)[1:]]
    return tuple(chances) or compute_bounds(vocabulary)


def compute_bounds(vocabulary: Vocabulary) -> tuple[float, ...]:
    """Compute upper bounds of the chance to win within 0, 1, 2, ... nats.

    `bounds` returns the same numbers, but reads them from ``data/`` if it can.
    """
    answers = len(vocabulary.answers)
    length = vocabulary.length
    bound = partial(free_letters.win_probability_bound, answers=answers, length=length)
    chances = [bound(0.0, span=_SPAN)]
    while chances[-1] <= _ALMOST:
        chances.append(bound(float(len(chances)), span=_SPAN))
    return tuple(chances)


def _read_bounds(kind: str, vocabulary: Vocabulary) -> list[list[str]]:
    """Return the rows of the file ``data/KIND-LENGTH.csv``, made for a vocabulary.

    The first line of the file is the digest of the words for which the file was made.
    The list is empty if there is no file, or if the vocabulary has another digest.
    """
    path = DATA / f"{kind}-{vocabulary.length}.csv"
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        is_for_words = file.readline().strip() == vocabulary.digest
        return list(csv.reader(file)) if is_for_words else []


def proved_floors(vocabulary: Vocabulary) -> dict[float, float]:
    """Return the floors that ``data/`` has for a vocabulary, as a dict.

    A key is a share of games. Its value is the floor: a budget in nats within which no
    strategy wins this share of its games. The dict is empty if ``data/`` has no floors
    for the vocabulary.
    """
    path = DATA / f"floors-{vocabulary.length}.csv"
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["words"] == vocabulary.digest]
    return {float(row["share"]): float(row["budget"]) for row in rows}
