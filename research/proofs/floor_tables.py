"""Floors and charges, with the tables that prove them; `word_bounds` has the proof.

The docstrings of this module use these terms of the proof:

* A *position* is a point of a game. It has a number z for each answer (each word that
  can be the secret): the probability of the clues so far if this word is the secret,
  divided by their probability under a law Q. A *law* is a probability distribution of
  clues that does not depend on the secret. At the start all z are 1.
* The *value* of a position is the mean over all answers of z times the chance to win if
  this answer is the secret, with the best strategy. It depends on the *budget*: the
  most nats that are left.
* A *floor* is a budget within which no strategy wins a given share of its games. A
  *charge* is an upper bound on the value of a position: c / N + h + the mean of F(z)
  over all answers. N is the number of answers, c and h are numbers, and F is a convex
  function. F(z) is the *value* of an answer in this bound.
* An *expensive* guess costs D nats or more; all other guesses are *cheap*. T is a limit
  of what the cheap guesses before the first expensive guess cost, t is what they cost,
  and e is the price of the expensive guess.
* The *terms* are ``l (z - 1) + m z^k e^(-a t)``, with numbers l, m and k of the floor
  or charge, and with a number a that follows from k and D. The proof adds the terms to
  the bound in the position, and subtracts them just before the first expensive guess.
  (The number m of the terms has nothing to do with the pattern m below.)
* The *pattern* of an answer is the true clue that a guess would get if this answer were
  the secret. For an expensive guess, G_m(z) is the mean value, after the clue, of an
  answer with the pattern m and with the number z before the clue. The *worth* of the
  pattern is the largest G_m(z) minus the terms, over all z.
* V is a number from a table; it depends on z and on the budget. ``F(z) = z V`` with
  h = 0 is a charge that holds whatever the words are. A *step* of the table is the
  floor's budget divided by 800; a *grain* is the distance of two neighbouring values of
  ln z in the table.
"""

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
"""Four limits: least and largest t, lowest and highest e, in steps of the table.

t is the cost of the cheap guesses before the first expensive guess, and e is the price
of the first expensive guess. A step of the table is 1 / 800 of the floor's budget.
"""

_CELLS = 1000  # number of cells of cheap prices, for the bound of the rate a
# Some values of ln z, in grains. A grain is the distance of two neighbouring values of
# ln z in the table of V. These values are for positions in which z may be any number,
# not only a number that cheap guesses can reach from z = 1. The first value stands for
# a z of 0.
_WIDE = np.append(-120, np.arange(-120, 153, 7))


@dataclass(frozen=True, slots=True)
class Floor:
    """A lower bound on budgets, with the parameters of its proof.

    No strategy wins the share `share` of the games within `budget` nats. All other
    numbers are parameters of the proof; any values are right for which the proof
    succeeds. The module's text explains their symbols. `expensive_price` is D, the
    least price of an expensive guess, and `cheap_budget` is T, a limit of the cost of
    cheap guesses. Both are in nats, and are rounded to steps of ``budget / 800``.
    `ratio` is ln(c), and is rounded to grains. `slope`, `curve` and `power` are l, m
    and k of the terms.
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
    table. `constant` is h, the constant part of the bound. `cheap_budget` is T, a limit
    of the cost of cheap guesses, in nats; it is at most `budget`. `slope`, `curve` and
    `power` are l, m and k of the terms. The module's text explains the symbols.
    """

    budget: float
    cheap_budget: float
    slope: float
    curve: float
    power: float
    constant: float


@dataclass(frozen=True, slots=True)
class Stage:
    """A statement to prove: a floor or a charge follows from it.

    The statement is about the first expensive guess after a position: the mean worth of
    the patterns of its answers, with the constant h of the charge that is used, is at
    most `target`. If the cheap guesses cost T before, the same holds without an
    expensive guess. `start` is the budget that is left in the position, and
    `cheap_budget` is T, both in steps of the table. `slope`, `curve`, `power` and
    `rate` are l, m, k and a of the terms. If `even`, all z are 1 in the position;
    otherwise every z may be any number from 0 up. The module's text explains the
    symbols.
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
        """Return the numbers l, m e^(-a t) and k of the terms, for t = `spent` nats.

        t is the cost of the cheap guesses. The module's text defines the terms.
        """
        return self.slope, self.curve * exp(-self.rate * spent), self.power


class FloorTables:
    """A floor to prove, with its table of values and the charges proved so far.

    `answers` is the number of answers, and `length` is the number of letters of a word.
    The floor must be proved for every word that the first expensive guess can be.
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
        # A row has V for one budget, with an element for each grain of ln z. Extend
        # each row: on the left by its first value, on the right by the value 1.
        self.values = np.pad(values, ((0, 0), ends), mode="edge")
        self.values[:, -word_kernel.ROW_MARGIN :] = 1.0
        self.step = floor.budget / (len(self.values) - 1)
        # From here on, all budgets and prices are in steps of the table.
        self.expensive_price = max(1, round(floor.expensive_price / self.step))
        grain = free_letters.GRAIN
        shift = round(floor.ratio / grain)
        self.origin = values.shape[1] // 2 - shift
        self._distances = all_differences(length)
        self._choice = 0  # index of the choice that succeeded last in `_try_laws`
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
        """Return the statement that must be proved so that `charge` may be used.

        It follows from the statement (see `Stage`) that `charge` is an upper bound on
        the value of a position. Raises `InputError` when the parameters of the charge
        are outside the range of the proof.
        """
        start = round(charge.budget / self.step)
        if not 0 < charge.cheap_budget <= charge.budget <= self.floor.budget:
            raise InputError(f"{charge!r}", "0 < cheap_budget <= budget")
        # The proof in `word_bounds` has l z in place of l (z - 1). So l is added to h.
        stage = self._stage(charge, start, charge.constant + charge.slope, even=False)
        price = self.expensive_price * self.step
        slope, curve, power = stage.terms(charge.cheap_budget + 2 * price)
        top = exp(free_letters.GRAIN * int(_WIDE[-1]))
        if slope + power * curve * exp((power - 1) * log(top)) < 1:
            raise InputError(f"{charge!r}", f"a slope of 1 or more at z = {top}")
        return stage

    def add(self, charge: Charge) -> None:
        """Store a proved charge, so that the proofs of later stages can use it.

        A charge is an upper bound on the value of a position. Add charges in ascending
        order of their budgets: for a budget that is left, `rows` uses the first charge
        that was proved for at least this budget.
        """
        slope = charge.slope
        curve = charge.curve
        power = charge.power
        columns = np.arange(self.values.shape[1]) - word_kernel.ROW_MARGIN - self.origin
        zs = elementary.exp(free_letters.GRAIN * columns)
        # F is the convex function of the charge. From the point `turn`, where F has the
        # slope 1, F goes on as a straight line.
        turn = exp(log((1 - slope) / (curve * power)) / (power - 1))
        part = word_kernel.subtract_terms(np.minimum(zs, turn), (slope, curve, power))
        row = (part[0] + slope + part[1] + np.maximum(zs - turn, 0)) / zs
        self._charges.append((round(charge.budget / self.step), charge.constant, row))

    def rows(self, left: int) -> list[tuple[float, Floats]]:
        """Return one or two upper bounds on the value of a position.

        `left` is the budget that is left in the position, in steps of the table. A
        bound is a pair: a number h, and an array of F(z) / z, with an element for each
        z of the table. The bound is c / N + h + the mean of F(z) over all answers (see
        the module's text). The first bound has h = 0 and F(z) = z V. If a charge was
        proved for at least this budget, the second bound is the charge.
        """
        charged = [(more, row) for start, more, row in self._charges if start >= left]
        return [(0.0, self.values[left]), *charged[:1]]

    def cheap_value(self, stage: Stage) -> float:
        """Return the largest value of an answer, minus the terms, after cheap guesses.

        The cheap guesses have cost t nats, from T to T + D, and no guess was expensive.
        The result is the largest ``z V - l (z - 1) - m z^k e^(-a t)`` over all z and t,
        with the numbers of `stage`. The module's text explains the symbols.
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
        """Return the box (see `Box`) that covers the whole of a statement to prove.

        The statement is `stage` (see `Stage`). The box has every cost that the cheap
        guesses may have before the first expensive guess, and every price that the
        first expensive guess may have.
        """
        return 0, stage.cheap_budget, self.expensive_price, stage.start

    def refuting_words(
        self,
        stage: Stage,
        box: Box,
        shares: Floats,
        words: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Return the words for which the statement `stage` is not proved in a box.

        `box` limits the cost of the cheap guesses and the price of the expensive guess.
        A row of `shares` belongs to a guess, and has the share of the answers with each
        pattern. `words` are the words to prove, as row numbers of `shares`.

        The statement (see `Stage`) is proved for a word by a law Q: a probability
        distribution of the seen clue. A law is made from the shares of the first
        remaining word, or from the mean shares of all remaining words. Every law is
        tried on all remaining words. This takes little time, because the worth of a
        pattern depends on Q only, and the value of a word is the mean worth of its
        patterns. The search ends at the first word for which no law succeeds.
        """
        early, late, low, high = box
        spent = late * self.step
        points = self._points(stage, spent)
        terms = stage.terms(spent)

        def worth_of(model: Floats, rule: Floats, row: Floats) -> Floats:
            """Return the worth of every pattern under one law (see the module's text).

            The law is the probability of each seen clue. The kernel function `blend`
            makes the law from `model` by the rule `rule`. `model` has the share of each
            pattern. `rule` is a row of the kernel's table `BLENDS`. `row` is the array
            of a bound on the value after the guess (see `rows`).
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
        """Return a grid of z after cheap guesses for `spent` nats, as two arrays.

        z is the likelihood ratio of an answer (see the module's text). The first array
        has ln z in grains, and the second array has z. If all z are 1 in the position
        of `stage`, the grid has only the z that cheap guesses can reach.
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
        """Return an element for each word, true if the word remains to be proved.

        The result is None if no law succeeds. A law is a probability distribution of
        the seen clue. Each row of `table` belongs to a word, and has the share of the
        answers with each pattern. The value of the word is h plus the mean worth of its
        patterns (see the module's text). A law succeeds if the value of the first word
        under the law is at most `target`. The first law that succeeds decides: a word
        remains to be proved if its value under this law is more than `target`.

        Each of the `choices` gives one law and one bound. A choice has three elements:
        a rule, by which `blend` makes the law from the shares of one row; a bound (see
        `rows`), of which h is the first element; and a number. If the number is 0, the
        row is the mean of all rows of `table`; if the number is 1, the row is the first
        row. ``worth_of(row, rule, array of the bound)`` returns the worth of every
        pattern under the law. The rule and the bound that succeeded in the previous
        call are tried first.
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
    """Return the rate a of the terms: an upper bound of M(d) / d for cheap prices d.

    If marks are drawn at random, a cheap guess of price d multiplies z by a random
    factor. M(d) is the logarithm of the mean of this factor to the power k. `power` is
    k, `price` is D, the least price of an expensive guess, in nats, and `length` is the
    number of letters.
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
