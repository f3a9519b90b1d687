"""Lower bounds on WORDPL budgets for a given word list, with a proof.

`free_letters` assumes that a guess may produce any pattern for any secret. Here one
guess is restricted to the patterns of a word of the list: the first *expensive* one,
of price D or more. Before it, all secrets are nearly equally likely, so the patterns
of a word have unequal probabilities: the clue of the best word carries 3.9 bits at a
price of 15, against 5.3 bits for free letters.

**Change of measure.** N, c, f, L, V and U are those of `free_letters`. There,

    P(win within B)  <=  (1/N) sum over s of E_s[f(L_s)]  +  c / N

holds for every law Q of the clues that does not know the secret s; it may know prices,
guesses and the clues before. Let Q mark letters at random, except for the first
expensive guess, whose whole clue it draws from a law ``Q_g`` chosen below. Consider
the game just before the first expensive guess, or as soon as the guesses so far, all
cheap, have cost T or more together, whichever is first. (A game that ends before may
be continued: more clues do not lower the chance to win.) Let t be the budget spent,
and z_s the ratio ``dP_s / dQ`` of the clues so far. From there, E_s[f(L_s)] is at most

    F_s(z)  =  V(ln z, B - t)                                   if t >= T,
    F_s(z)  =  E[V(ln z + ln q(y|m) - ln Q_g(y), B - t - e)]    if a guess g follows,

of price ``D <= e <= B - t``, where the clue y comes out of the channel, ``q(.|m)``,
when g marks s with the pattern m. Since E_s[X] = E_Q[z_s X], the sum over s above is at
most the expectation under Q, one law for all, of ``sum over s of z_s F_s(z_s)``.

**Near evenness.** Under Q each z_s has mean 1, and for every power k > 1

    E_Q[z_s^k e^(-a t)]  <=  1,    a  =  the largest of M(d) / d for 0 < d < D,

where M(d) is the logarithm of E_Q of the k-th power of the factor by which one cheap
guess of price d multiplies z_s. So for each number l and each m >= 0, subtracting the
mean over the secrets of ``l (z_s - 1) + m (z_s^k e^(-a t) - 1)`` does not lower the
expectation. The remainder is at most its maximum over all z_s:

    P(win within B)  <=  c / N  +  max over t, g, e of  sum over patterns of (n / N)
                         max over z of  z F(z) - l (z - 1) - m (z^k e^(-a t) - 1),

where n of N secrets have the pattern, and z is from ``e^-(length g(t / length))`` to
``e^(2 t / 3)`` as for the small step of `free_letters`. This holds for all D, T <= B,
c, l, m, k and Q_g: a `Plan` holds such numbers. They were found by a search, which the
proof does not depend on; whether they prove a floor is computed here for all words.

**Rounded to the safe side.**

* V is replaced by the table U as described there; each ratio between two points of
  its grid by the chord over ``1 / z``.
* t and e are taken in boxes: a box is counted with the budget left at its lower ends,
  the range of z and e^(-a t) at its latest t, and the channel of its highest price, of
  which a cheaper clue is a noisier form. (The law for the cheaper one is Q_g passed
  through the same noise, so the step of ``1 / z`` is smaller in the convex order.) A
  box whose value is too large is cut in two.
* ``z F(z)`` is convex in z, as V is in ``1 / z``; between points of a grid it is
  replaced by its chord, and the largest value of chord less ``m z^k`` is found exactly.
* M increases, so M(d) / d is at most M at the upper end of a cell over its lower end.
  Where ``k d <= length ln 2`` it is convex, from 0, so M(d) / d increases.

A box's value is a sum like those of `free_letters`, with the same care for rounding.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.clues import Rule
from game.elementary import LN_2, exp, log
from game.errors import InputError
from game.words import Vocabulary
from solver.bounds import free_letters, word_kernel
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric import elementary

Box = tuple[int, int, int, int]
"""Earliest and latest t, lowest and highest e, in steps of the table."""

_GIVEN_UP = 3  # unproved words after which a box is cut in two
_CELLS = 1000  # cells of the prices of cheap guesses, for the rate a


@dataclass(frozen=True, slots=True)
class Plan:
    """Parameters of a proof of a floor.

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


def pattern_shares(vocabulary: Vocabulary) -> NDArray[np.float64]:
    """Return the share of the answers that have each pattern with each guess.

    Returns
    -------
    ndarray of shape (n_guesses, 3 ** length), float64
    """
    matrix = clue_matrix(vocabulary, Rule.LETTERWISE)
    size = 3**vocabulary.length
    counts = np.array([np.bincount(row, minlength=size) for row in matrix])
    return np.asarray(counts / len(vocabulary.answers))


class Proof:
    """A plan with the tables that are needed to test words against it.

    Parameters
    ----------
    plan : Plan
    answers, length : int
        As for `free_letters.floor`.

    Raises
    ------
    InputError
        When the numbers of the plan are outside the range of the proof.
    """

    def __init__(self, plan: Plan, answers: int, length: int) -> None:
        if not (plan.expensive_price > 0 and 0 < plan.cheap_budget <= plan.budget):
            raise InputError(
                f"{plan!r}: expected 0 < expensive_price, 0 < cheap_budget <= budget"
            )
        if not (plan.curve > 0 and plan.power > 1):
            raise InputError(f"{plan!r}: expected curve above 0 and power above 1")
        self.plan = plan
        self.length = length
        values = free_letters.value_table(length, plan.budget)
        ends = (word_kernel.MARGIN, word_kernel.MARGIN)
        # Below the table its lowest value, above it 1.
        self.values = np.pad(values, ((0, 0), ends), mode="edge")
        self.values[:, -word_kernel.MARGIN :] = 1.0
        self.step = plan.budget / (len(self.values) - 1)
        # In steps of the table.
        self.expensive_price = max(1, round(plan.expensive_price / self.step))
        self.cheap_budget = max(1, round(plan.cheap_budget / self.step))
        places = round(plan.ratio / free_letters.GRAIN)
        self.origin = values.shape[1] // 2 - places
        self.target = (
            plan.share - exp(places * free_letters.GRAIN) / answers - free_letters.SLACK
        )
        self._lies = lies(length)
        self._rule = 0  # the blend that succeeded last
        self.rate = _rate(plan.power, self.expensive_price * self.step, length)

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
            found = max(found, most + self.plan.curve)
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
                found = word_kernel.expectations(table, worth) + self.plan.curve
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
        shrunk = self.plan.curve * exp(-self.rate * spent)
        return self.plan.slope, shrunk, self.plan.power


def proves(
    plan: Plan,
    shares: NDArray[np.float64],
    answers: int,
    length: int,
    progress: Callable[[float], object] = lambda _: None,
) -> bool:
    """Return whether the plan proves its floor for words with these patterns.

    Parameters
    ----------
    plan : Plan
    shares : ndarray of shape (n_words, 3 ** length), float64
        From `pattern_shares`.
    answers, length : int
        As for `free_letters.floor`.
    progress : callable
        Called repeatedly with the share of the proof that was completed since the last
        call; the shares sum to 1.

    Raises
    ------
    InputError
        When the numbers of the plan are outside the range of the proof.
    """
    proof = Proof(plan, answers, length)
    if proof.cheap_value() > proof.target:
        return False
    last = len(proof.values) - 1
    # Words with many patterns come first: `refuting_words` starts at the end, so that
    # the words that are easy to prove are eliminated first.
    order = np.argsort(-(shares > 0).sum(axis=1), kind="stable")
    open_boxes = [(proof.first_box(), order, 1.0)]
    while open_boxes:
        box, words, part = open_boxes.pop()
        if box[0] + box[2] <= last:
            left = proof.refuting_words(box, shares, words)
        else:
            left = words[:0]
        progress(part * (1 - len(left) / len(words)))
        if not len(left):
            continue
        halves = _halves(box)
        if not halves:
            return False
        part *= len(left) / len(words) / 2
        open_boxes += [(half, left, part) for half in halves]
    return True


def _halves(box: Box) -> list[Box]:
    """Cut a box across its longer side; return no parts if it is minimal."""
    early, late, low, high = box
    if max(late - early, high - low) <= 1:
        return []
    if late - early > high - low:
        middle = (early + late) // 2
        return [(early, middle, low, high), (middle, late, low, high)]
    middle = (low + high) // 2
    return [(early, late, low, middle), (early, late, middle, high)]


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
