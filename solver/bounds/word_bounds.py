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
c, l, m, k and Q_g: a `Floor` holds such numbers. They were found by a search, which the
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

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from game.clues import Rule
from game.words import Vocabulary
from solver.bounds.floor_tables import Box, Floor, FloorTables
from solver.matrix.clue_matrix import clue_matrix


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


def proves(
    floor: Floor,
    shares: NDArray[np.float64],
    answers: int,
    length: int,
    progress: Callable[[float], object] = lambda _: None,
) -> bool:
    """Return whether a floor is proved for words with these patterns.

    Parameters
    ----------
    floor : Floor
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
        When the parameters of the floor are outside the range of the proof.
    """
    tables = FloorTables(floor, answers, length)
    if tables.cheap_value() > tables.target:
        return False
    last = len(tables.values) - 1
    # Words with many patterns come first: `refuting_words` starts at the end, so that
    # the words that are easy to prove are eliminated first.
    order = np.argsort(-(shares > 0).sum(axis=1), kind="stable")
    open_boxes = [(tables.first_box(), order, 1.0)]
    while open_boxes:
        box, words, part = open_boxes.pop()
        if box[0] + box[2] <= last:
            left = tables.refuting_words(box, shares, words)
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
