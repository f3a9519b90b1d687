"""Floors with the tables that their proof reads; names are those of `word_bounds`."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.elementary import LN_2, exp, log
from game.errors import InputError
from solver.bounds import free_letters, word_kernel
from solver.numeric import elementary

Box = tuple[int, int, int, int]
"""Earliest and latest t, lowest and highest e, in steps of the table."""

_GIVEN_UP = 3  # unproved words after which a box is cut in two
_CELLS = 1000  # cells of the prices of cheap guesses, for the rate a


@dataclass(frozen=True, slots=True)
class Floor:
    """A lower bound on budgets, with the parameters of its proof.

    Parameters
    ----------
    share : float
        Share of games that no strategy wins.
    budget : float
        The floor: the budget within which they are not won, in nats.
    expensive_price, cheap_budget : float
        D and T of the proof, in nats; rounded to steps of the table, budget / 800.
    ratio : float
        ln c, rounded to the grain of the table.
    slope, curve, power : float
        l, m and k.
    """

    share: float
    budget: float
    expensive_price: float
    cheap_budget: float
    ratio: float
    slope: float
    curve: float
    power: float


class FloorTables:
    """A floor with the tables that are needed to test words against it.

    Raises
    ------
    InputError
        When the parameters of the floor are outside the range of the proof.
    """

    def __init__(self, floor: Floor, answers: int, length: int) -> None:
        if not (floor.expensive_price > 0 and 0 < floor.cheap_budget <= floor.budget):
            raise InputError(
                f"{floor!r}: expected 0 < expensive_price, 0 < cheap_budget <= budget"
            )
        if not (floor.curve > 0 and floor.power > 1):
            raise InputError(f"{floor!r}: expected curve above 0 and power above 1")
        self.floor = floor
        self.length = length
        values = free_letters.value_table(length, floor.budget)
        ends = (word_kernel.MARGIN, word_kernel.MARGIN)
        # Below the table its lowest value, above it 1.
        self.values = np.pad(values, ((0, 0), ends), mode="edge")
        self.values[:, -word_kernel.MARGIN :] = 1.0
        self.step = floor.budget / (len(self.values) - 1)
        # In steps of the table.
        self.expensive_price = max(1, round(floor.expensive_price / self.step))
        self.cheap_budget = max(1, round(floor.cheap_budget / self.step))
        grain, slack = free_letters.GRAIN, free_letters.SLACK
        places = round(floor.ratio / grain)
        self.origin = values.shape[1] // 2 - places
        self.target = floor.share - exp(places * grain) / answers - slack
        self._lies = lies(length)
        self._rule = 0  # the blend that succeeded last
        self.rate = _rate(floor.power, self.expensive_price * self.step, length)

    def cheap_value(self) -> float:
        """Return the largest value of a game once its cheap guesses have cost T."""
        found, last = -math.inf, len(self.values) - 1
        most_spent = min(self.cheap_budget + self.expensive_price, last + 1)
        for k in range(self.cheap_budget, most_spent):
            spent = (k + 1) * self.step
            low, high = word_kernel.span(spent, self.length)
            grains = np.arange(low, high + 1)
            zs = elementary.exp(free_letters.GRAIN * grains)
            worth = (
                zs * self.values[last - k, word_kernel.MARGIN + self.origin + grains]
            )
            terms = self._terms(spent)
            most = word_kernel.most(worth, zs, word_kernel.taken(zs, terms), terms)
            found = max(found, most + self.floor.curve)
        return found

    def first_box(self) -> Box:
        """Return the box of all times and prices of the first expensive guess."""
        return 0, self.cheap_budget, self.expensive_price, len(self.values) - 1

    def refuting_words(
        self, box: Box, shares: NDArray[np.float64], words: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the words for which the bound has not been proved in a box.

        A law Q that is constructed for one word is tried on all remaining words: for
        a given Q the value of a word is a mean of the same values of patterns.
        """
        early, late, low, high = box
        row = self.values[-1 - early - low]
        grains = word_kernel.ladder(late * self.step, self.length)
        terms = self._terms(late * self.step)
        given_up: list[int] = []
        table = shares[words]
        open_ = np.ones(len(words), np.bool_)
        while open_.any() and len(given_up) < _GIVEN_UP:
            chosen = int(np.flatnonzero(open_)[-1])
            for _ in word_kernel.BLENDS:
                worth = word_kernel.pattern_values(
                    table[chosen], self._lies, row, self.origin, high * self.step,
                    self.length, word_kernel.BLENDS[self._rule], grains, terms,
                )  # fmt: skip
                found = word_kernel.expectations(table, worth) + self.floor.curve
                open_ &= found > self.target
                if not open_[chosen]:
                    break
                self._rule = (self._rule + 1) % len(word_kernel.BLENDS)
            else:
                given_up.append(chosen)
                open_[chosen] = False
            if 2 * open_.sum() < len(words) and not given_up:
                words, table = words[open_], table[open_]
                open_ = np.ones(len(words), np.bool_)
        open_[given_up] = True
        return words[open_]

    def _terms(self, spent: float) -> tuple[float, float, float]:
        """Return slope, curve and power of the subtracted terms after `spent` nats."""
        shrunk = self.floor.curve * exp(-self.rate * spent)
        return self.floor.slope, shrunk, self.floor.power


def lies(length: int) -> NDArray[np.uint8]:
    """Return how many letters differ between two clues, for all pairs of clues.

    Examples
    --------
    >>> lies(1).tolist()
    [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    """
    marks = np.arange(3**length)[:, None] // 3 ** np.arange(length) % 3
    return np.asarray((marks[:, None] != marks).sum(axis=2), np.uint8)


def _rate(power: float, price: float, length: int) -> float:
    """Return an upper bound of M(d) / d for all prices d below an expensive one."""

    def log_moment(cheap: float) -> float:
        part = cheap / length
        once = log((exp(power * part) + 2) / 3)
        return length * (once - power * log((exp(part) + 2) / 3))

    ends = price * np.arange(1, _CELLS + 1) / _CELLS
    if power * ends[0] > length * LN_2:
        raise InputError(
            f"power {power!r}: expected less, for an expensive_price of {price}"
        )
    cells = itertools.pairwise(ends.tolist())
    return float(max(log_moment(high) / low for low, high in cells))
