"""Lower bounds on WORDPL budgets for a given word list, with a proof.

The *pattern* of a secret is the true clue to a guess. `free_letters` assumes that a
guess may produce any pattern for any secret: its letters are *free*. Here every
*expensive* guess, of price D or more, is restricted to the patterns of a word of the
list. At the start all secrets are equally likely, so the patterns of a word have
unequal probabilities: the clue of the best word carries 3.9 bits at a price of 15,
against 5.3 bits for free letters. Prices are in nats.

**Positions.** N is the number of secrets, and c is any number above 0. V(L, r) is a
bound for free letters: the largest mean of ``max(0, 1 - c e^-L)`` at the end of a game,
for a log-likelihood ratio that is L now, if at most r more nats are spent. U is a table
of upper bounds of V. (`free_letters` explains V and U.) In a game, let Q be a *law* (a
probability distribution) of the clues that does not depend on the secret. The law of
each clue may depend on all that came before the clue. Let z_s be the ratio
``dP_s / dQ`` of the clues so far. The *value* W(z, r) is the largest
``(1/N) sum over s of z_s P_s(win)`` over all strategies that spend at most r more nats.
Here P_s is the probability if s is the secret, and z has z_s for every secret s. W has
three properties. W does not decrease in r or in any z_s. ``W(z + z') <= W(z) + W(z')``,
because one strategy serves both z and z'. No z_s adds more than z_s / N to W. A
*charge* for r is a number h with a convex function F of z, F(0) = 0, such that for all
z

    W(z, r)  <=  c / N  +  h  +  (1/N) sum over s of F(z_s).

``h = 0, F(z) = z V(ln z, r)`` is a charge: this is proved in `free_letters`. A charge
for r is also a charge for smaller budgets.

**An expensive guess** g of price e, with a law ``Q_g`` for its whole clue y, leads from
z_s to ``z_s q(y|m) / Q_g(y)`` with probability ``Q_g(y)``, where m is the pattern with
which g marks s, and q is the channel. So any charge (h, F) for ``r - e`` bounds the
worth of the guess by ``c / N + h + (1/N) sum over s of G_m(z_s)``, with

    G_m(z)  =  sum over y of Q_g(y) F(z q(y|m) / Q_g(y)),

where every pattern m is as frequent as it is for the word of the guess.

**Cheap guesses.** For cheap guesses, Q marks letters at random. Let t be the cost of
the cheap guesses since the position. Under Q the mean of z_s stays the same, and for
every power k > 1 the mean of ``z_s^k e^(-a t)`` does not increase, with

    a  =  the largest of M(d) / d for 0 < d < D,

where M(d) is the logarithm of E_Q of the k-th power of the factor by which one cheap
guess of price d multiplies z_s. So for every number l and each m >= 0 the mean over Q
and the secrets of ``Phi_t(z_s) = l z_s + m z_s^k e^(-a t)`` does not increase either.
Consider the position just before the first expensive guess, or the position in which
the cheap guesses have first cost T or more, whichever comes first. (A game that ends
before this position may be continued: more clues do not lower the chance to win.) So
W(z, r) is at most

    c / N  +  (1/N) sum over s of Phi_0(z_s)  +  the largest, over t, of

    h + sum over patterns m of (n / N) max over z of  G_m(z) - Phi_t(z)
        for an expensive guess, n of N secrets having the pattern m, t < T;
    max over z of  z V(ln z, r - t) - Phi_t(z)        for T <= t < T + D.

(The number m of ``Phi_t`` has nothing to do with the pattern m.)

**From the end to the start.** There are two ways to use this bound of W(z, r). They
differ in the range of z over which the largest ``G_m(z) - Phi_t(z)`` and the largest
``z V(ln z, r - t) - Phi_t(z)`` are taken.

For a floor, the bound is used at the start of the game, where all z_s are 1. Cheap
guesses of cost t then lead only to z between ``e^-(length g(t / length))`` and
``e^(2 t / 3)``, where length is the number of letters and ``g(x) = ln((2 + e^x) / 3)``.
(`free_letters` proves this range for a group of guesses with low prices; the proof
holds for any prices.) Only z in this range are considered. Then the bound is an upper
bound of the chance to win. A `Floor` holds the numbers l, m, k, D and T of the bound.

For a charge, the bound is used in any position, and all z >= 0 are considered. Then the
bound is a new charge for r: its function F is ``Phi_0``, and its number h is the
largest of the terms over t. A `Charge` holds the numbers of this bound. Beyond the
point where the slope of ``Phi_0`` is 1, F goes on as a straight line with slope 1,
because the part of z_s beyond that point adds no more than this part to the sum over s.

Charges are proved one after the other, in ascending order of their budgets. The proof
of a charge may use all charges that were proved before. The bounds hold for all c, D,
l, m, k, T and Q_g. A search found these numbers; the proof does not depend on the
search. This module computes for all words whether the numbers prove a floor.

**Rounded to the safe side.**

* V is replaced by the table U, as `free_letters` describes. Between two points of the
  grid of U, V is replaced by the chord over ``1 / z``. The same grid serves all
  charges.
* t and e are taken in boxes. A box is counted with the budget that is left at the
  lower ends of t and e, with the range of z and the e^(-a t) of the latest t, and with
  the channel of the highest price. The clue of a lower price is a noisier form of the
  clue of the highest price. (The law for the lower price is Q_g passed through the same
  noise, so the step of ``1 / z`` is smaller in the convex order.) A box with a value
  that is too large is cut in two.
* ``G_m`` is convex, because F is convex. Between points of a grid, ``G_m`` is replaced
  by its chord, and the largest value of the chord minus ``m z^k`` is found exactly.
  Beyond the last point of the grid, the slope of ``G_m`` is at most 1, and the slope of
  ``Phi_t`` is at least 1.
* M increases, so M(d) / d in a cell is at most M at the upper end of the cell, divided
  by the lower end. If ``k d <= length ln 2``, M is convex and begins at 0, so M(d) / d
  increases.

The value of a box is a sum of floating-point numbers. To cover its rounding error, the
number that the value must not exceed is lowered by `SLACK` of `free_letters`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from game.clues import Rule
from game.words import Vocabulary
from research.proofs.floor_tables import Box, Charge, Floor, FloorTables, Stage
from solver.matrix.clue_matrix import clue_matrix


def pattern_shares(vocabulary: Vocabulary) -> NDArray[np.float64]:
    """Return, for each guess and each pattern, the share of answers with the pattern.

    The pattern of an answer is the true clue to the guess if this answer is the secret.
    The result has shape (n_guesses, 3 ** length): a row for each guess, a column for
    each pattern.
    """
    matrix = clue_matrix(vocabulary, Rule.LETTERWISE)
    size = 3**vocabulary.length
    counts = np.array([np.bincount(row, minlength=size) for row in matrix])
    return np.asarray(counts / len(vocabulary.answers))


def proves(
    floor: Floor,
    shares: NDArray[np.float64],
    answers: int,
    length: int,
    charges: Sequence[Charge] = (),
    progress: Callable[[float], object] = lambda _: None,
) -> bool:
    """Return whether `floor` is proved: a budget that is too small to win often enough.

    `shares` is the result of `pattern_shares`: for each guess, the share of the answers
    with each pattern (true clue). `answers` is the number of answers, and `length` is
    the number of letters. `charges` are upper bounds on the value of positions after an
    expensive guess (see the module's text), in ascending order of their budgets; the
    charges are proved first. `progress` is called with the share of the proof that was
    completed since the previous call; these shares sum to 1.
    Raises `InputError` when parameters of the floor or of a charge are outside the
    range of the proof.
    """
    tables = FloorTables(floor, answers, length)

    def advance(part: float) -> None:
        progress(part / (len(charges) + 1))

    for charge in charges:
        if not _proves(tables, tables.stage_of(charge), shares, advance):
            return False
        tables.add(charge)
    return _proves(tables, tables.stage, shares, advance)


def _proves(
    tables: FloorTables,
    stage: Stage,
    shares: NDArray[np.float64],
    progress: Callable[[float], object],
) -> bool:
    """Return whether the statement `stage` is proved for all words.

    A floor or a charge follows from the statement (see `Stage`). `tables` has the
    tables of the proof. `shares` is the result of `pattern_shares`: a row for each
    word, a column for each pattern. `progress` is called with the share of the proof
    that was completed since the previous call.
    """
    if tables.cheap_value(stage) > stage.target:
        return False
    # Words with many patterns come first, because they fail most often. A box is a
    # range of costs of cheap guesses and of prices of the expensive guess (see `Box`).
    # If the proof fails for a word, the box is cut in two halves, and the proof is
    # tried again.
    order = np.argsort(-(shares > 0).sum(axis=1), kind="stable")
    open_boxes = [(tables.first_box(stage), order, 1.0)]
    while open_boxes:
        box, words, part = open_boxes.pop()
        if box[0] + box[2] <= stage.start:
            left = tables.refuting_words(stage, box, shares, words)
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
    """Return the two halves of `box`, which is cut across its longer side.

    A side is a range of costs of cheap guesses or a range of prices of the expensive
    guess (see `Box`). If no side is longer than one step of the table, the list is
    empty.
    """
    early, late, low, high = box
    if max(late - early, high - low) <= 1:
        return []
    if late - early > high - low:
        middle = (early + late) // 2
        return [(early, middle, low, high), (middle, late, low, high)]
    middle = (low + high) // 2
    return [(early, late, low, middle), (early, late, middle, high)]
