"""Floors with the tables that their proof reads; `word_bounds` explains the names."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.channels.channel import all_differences
from game.elementary import LN_2, exp, log
from game.errors import InputError
from research.proofs import word_kernel
from solver.bounds import free_letters
from solver.numeric import elementary

Floats = NDArray[np.float64]

Box = tuple[int, int, int, int]
"""Four limits: earliest and latest t, lowest and highest e, in steps of the table.

t is the cost of the cheap guesses, and e is the price of the expensive guess (see
`word_bounds`).
"""

_CELLS = 1000  # number of cells of cheap prices in which the rate a is bounded
# ln z in grains, for positions in which z may be any number. The first number stands
# for z = 0.
_WIDE = np.append(-120, np.arange(-120, 153, 7))


@dataclass(frozen=True, slots=True)
class Floor:
    """A lower bound on budgets, with the parameters of its proof.

    No strategy wins the share `share` of the games within `budget` nats.
    `expensive_price` and `cheap_budget` are D and T of the proof in nats. Both are
    rounded to steps of the table; a step is budget / 800. `ratio` is ln(c), rounded to
    the grain. `slope`, `curve` and `power` are l, m and k (see `word_bounds`).
    """

    share: float
    budget: float
    expensive_price: float
    cheap_budget: float
    ratio: float
    slope: float
    curve: float
    power: float


@dataclass(frozen=True, slots=True)
class Charge:
    """An upper bound on the value of a position, with the parameters of its proof.

    `budget` is the most that is left in the position, in nats, rounded to a step of the
    table. `cheap_budget` is T of the proof in nats, at most the budget; `slope`,
    `curve`, `power` and `constant` are l, m, k and h (see `word_bounds`).
    """

    budget: float
    cheap_budget: float
    slope: float
    curve: float
    power: float
    constant: float


@dataclass(frozen=True, slots=True)
class Stage:
    """A statement to prove about the first expensive guess after a position.

    The statement is that the expensive guess has at most the value `target`. `start` is
    the budget that is left in the position, and `cheap_budget` is T, both in steps of
    the table. `slope`, `curve`, `power` and `rate` are l, m, k and a of the proof (see
    `word_bounds`). If `even`, all z are 1 in the position; otherwise every z may be any
    number from 0 up.
    """

    start: int
    cheap_budget: int
    slope: float
    curve: float
    power: float
    rate: float
    target: float
    even: bool

    def terms(self, spent: float) -> tuple[float, float, float]:
        """Return l, m e^(-a t) and k of the proof, for t = `spent` nats."""
        return self.slope, self.curve * exp(-self.rate * spent), self.power


class FloorTables:
    """A floor, with the tables that its proof reads.

    The bound must be proved for every word that the first expensive guess can be.
    `refuting_words` returns the words for which the proof fails. Raises `InputError`
    when the parameters of the floor are outside the range of the proof.
    """

    def __init__(self, floor: Floor, answers: int, length: int) -> None:
        if not (floor.expensive_price > 0 and 0 < floor.cheap_budget <= floor.budget):
            raise InputError(
                f"{floor!r}", "0 < expensive_price, 0 < cheap_budget <= budget"
            )
        self.floor = floor
        self.length = length
        values = free_letters.value_table(length, floor.budget)
        ends = (word_kernel.ROW_MARGIN, word_kernel.ROW_MARGIN)
        # Extend each row: on the left by its first value, on the right by the value 1.
        self.values = np.pad(values, ((0, 0), ends), mode="edge")
        self.values[:, -word_kernel.ROW_MARGIN :] = 1.0
        self.step = floor.budget / (len(self.values) - 1)
        # All budgets are in steps of the table.
        self.expensive_price = max(1, round(floor.expensive_price / self.step))
        grain = free_letters.GRAIN
        shift = round(floor.ratio / grain)
        self.origin = values.shape[1] // 2 - shift
        self._distances = all_differences(length)
        self._choice = 0  # index of the law that succeeded last
        self._charges: list[tuple[int, float, Floats]] = []
        self.stage = self._stage(
            floor,
            len(values) - 1,
            floor.share - exp(shift * grain) / answers - floor.curve,
            even=True,
        )

    def _stage(
        self, plan: Floor | Charge, start: int, target: float, *, even: bool
    ) -> Stage:
        if not (plan.curve > 0 and plan.power > 1):
            raise InputError(f"{plan!r}", "curve above 0 and power above 1")
        rate = _rate(plan.power, self.expensive_price * self.step, self.length)
        cheap = max(1, round(plan.cheap_budget / self.step))
        target -= free_letters.SLACK
        return Stage(
            start, cheap, plan.slope, plan.curve, plan.power, rate, target, even
        )

    def stage_of(self, charge: Charge) -> Stage:
        """Return the statement from which it follows that `charge` is an upper bound.

        Raises `InputError` when the parameters of the charge are outside the range of
        the proof.
        """
        start = round(charge.budget / self.step)
        if not 0 < charge.cheap_budget <= charge.budget <= self.floor.budget:
            raise InputError(f"{charge!r}", "0 < cheap_budget <= budget")
        # `subtract_terms` has l (z - 1) in place of l z. So l is added to h.
        stage = self._stage(charge, start, charge.constant + charge.slope, even=False)
        price = self.expensive_price * self.step
        slope, curve, power = stage.terms(charge.cheap_budget + 2 * price)
        top = exp(free_letters.GRAIN * int(_WIDE[-1]))
        if slope + power * curve * exp((power - 1) * log(top)) < 1:
            raise InputError(f"{charge!r}", f"a slope of 1 or more at z = {top}")
        return stage

    def add(self, charge: Charge) -> None:
        """Store a proved charge, so that the proofs of later stages can use it.

        Add charges in ascending order of their budgets: for a budget that is left,
        `rows` uses the first charge that was proved for at least this budget.
        """
        slope = charge.slope
        curve = charge.curve
        power = charge.power
        columns = np.arange(self.values.shape[1]) - word_kernel.ROW_MARGIN - self.origin
        zs = elementary.exp(free_letters.GRAIN * columns)
        # From the point `turn`, where F has the slope 1, F goes on as a straight line.
        turn = exp(log((1 - slope) / (curve * power)) / (power - 1))
        part = word_kernel.subtract_terms(np.minimum(zs, turn), (slope, curve, power))
        row = (part[0] + slope + part[1] + np.maximum(zs - turn, 0)) / zs
        self._charges.append((round(charge.budget / self.step), charge.constant, row))

    def rows(self, left: int) -> list[tuple[float, Floats]]:
        """Return the upper bounds that hold if the budget `left` remains.

        `left` is in steps of the table. A bound is a pair: the number h, and an array
        of F(z) / z, with an element for each z of the grid (see `word_bounds`). The
        first bound has h = 0 and V in the array. If a charge was proved for at least
        this budget, the second bound is this charge.
        """
        charged = [(more, row) for start, more, row in self._charges if start >= left]
        return [(0.0, self.values[left]), *charged[:1]]

    def cheap_value(self, stage: Stage) -> float:
        """Return the largest value, minus the terms, once cheap guesses have cost T.

        This is the largest ``z V - l (z - 1) - m z^k e^(-a t)`` over all z, and over
        all t from T to T + D (see `word_bounds`).
        """
        largest = -math.inf
        most_spent = min(stage.cheap_budget + self.expensive_price, stage.start + 1)
        for k in range(stage.cheap_budget, most_spent):
            spent = (k + 1) * self.step
            low, high = (
                word_kernel.span(spent, self.length)
                if stage.even
                else (int(_WIDE[0]), int(_WIDE[-1]))
            )
            grains = np.arange(low, high + 1)
            zs = elementary.exp(free_letters.GRAIN * grains)
            row = self.values[stage.start - k]
            worth = zs * row[word_kernel.ROW_MARGIN + self.origin + grains]
            if not stage.even:
                zs = np.append(0.0, zs)
                worth = np.append(0.0, worth)
            terms = stage.terms(spent)
            most = word_kernel.largest_worth(
                worth, zs, word_kernel.subtract_terms(zs, terms), terms
            )
            largest = max(largest, most)
        return largest

    def first_box(self, stage: Stage) -> Box:
        """Return the box with every t and every price of the first expensive guess.

        t is the cost of the cheap guesses before the expensive guess.
        """
        return 0, stage.cheap_budget, self.expensive_price, stage.start

    def refuting_words(
        self,
        stage: Stage,
        box: Box,
        shares: Floats,
        words: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Return the words for which the statement of a stage is not proved in a box.

        `box` limits the time and the price of the expensive guess. A row of `shares`
        has the share of the answers that have each pattern, for a guess; `words` are
        rows of `shares`. A law Q of the seen clue is made for the mean of all remaining
        words, or for the first remaining word. Every law is tried on all remaining
        words. This takes little time, because the values of patterns depend on Q only,
        and the value of a word is a weighted mean of these values. The search ends at
        the first word for which no law succeeds.
        """
        early, late, low, high = box
        spent = late * self.step
        points = self._points(stage, spent)
        terms = stage.terms(spent)

        def worth_of(model: Floats, rule: Floats, row: Floats) -> Floats:
            """Return the worth of every pattern under the law that `model` gives.

            `model` has the share of each pattern, `rule` says how `blend` makes the law
            from these shares, and `row` is the array of a bound (see `rows`).
            """
            worth: Floats = word_kernel.pattern_values(
                model, self._distances, row, self.origin, high * self.step,
                self.length, rule, points, terms,
            )  # fmt: skip
            return worth

        bounds = self.rows(stage.start - early - low)
        choices = list(itertools.product(word_kernel.BLENDS, bounds, (0, 1)))
        table = shares[words]
        while len(words):
            is_open = self._try_laws(choices, table, worth_of, stage.target)
            if is_open is None:
                break
            words = words[is_open]
            table = table[is_open]
        return words

    def _points(self, stage: Stage, spent: float) -> tuple[NDArray[np.int64], Floats]:
        """Return the grid of z after cheap guesses for `spent` nats, as two arrays.

        The first array has ln z in grains, and the second array has z.
        """
        if stage.even:
            grains = word_kernel.ladder(spent, self.length)
            return grains, elementary.exp(free_letters.GRAIN * grains)
        zs = elementary.exp(free_letters.GRAIN * _WIDE)
        zs[0] = 0.0
        return _WIDE, zs

    def _try_laws(
        self,
        choices: Sequence[tuple[Floats, tuple[float, Floats], int]],
        table: Floats,
        worth_of: Callable[[Floats, Floats, Floats], Floats],
        target: float,
    ) -> NDArray[np.bool_] | None:
        """Return which words remain to be proved, or None if no law succeeds.

        A law is a probability distribution of the seen clue: Q_g in the proof (see
        `word_bounds`). Each row of `table` belongs to a word, and has the share of the
        answers with each pattern. A law succeeds if it proves that the value of the
        first word is at most `target`. The first law that succeeds decides: the result
        is true for each word whose value this law does not prove to be at most
        `target`.

        Each of the `choices` gives one law and one bound. A choice has three elements:
        a rule, by which `blend` makes the law from the shares of one row; a bound (see
        `rows`); and a number. If the number is 0, the row is the mean of all rows of
        `table`; if the number is 1, the row is the first row. ``worth_of(row, rule,
        array of the bound)`` returns the worth of every pattern under the law. The rule
        and the bound that succeeded in the previous call are tried first.
        """
        models = table.mean(axis=0), table[0]
        self._choice -= self._choice % 2
        for _ in choices:
            rule, (more, row), model = choices[self._choice % len(choices)]
            worth = worth_of(models[model], rule, row)
            if word_kernel.expectations(table[:1], worth)[0] <= target - more:
                return np.asarray(
                    word_kernel.expectations(table, worth) > target - more
                )
            self._choice += 1
        return None


def _rate(power: float, price: float, length: int) -> float:
    """Return an upper bound of M(d) / d for all prices d of cheap guesses.

    `power` is k, and `price` is D of the proof.
    """

    def log_moment(cheap: float) -> float:
        part = cheap / length
        once = log((exp(power * part) + 2) / 3)
        return length * (once - power * log((exp(part) + 2) / 3))

    ends = price * np.arange(1, _CELLS + 1) / _CELLS
    if power * ends[0] > length * LN_2:
        raise InputError(f"power {power!r}", f"less, for an expensive_price of {price}")
    cells = itertools.pairwise(ends.tolist())
    return float(max(log_moment(high) / low for low, high in cells))
