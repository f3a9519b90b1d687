"""Measures of a guess, and the best guess by a bound that rules out most others.

The exact pass over all guesses and answers takes most of the time of a strategy. It is
made for few guesses: for the others an upper bound is below a score that is reached.
The bound comes from the likeliest answers, in single precision (`rough_kernel`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from game.arrays import Floats, Indices, Matrix
from game.channels.channel import Channel
from game.channels.response import RESPONSE
from solver.belief.forms import form_of, powers_of
from solver.belief.noisy_clues import best_posterior, information
from solver.belief.rough_kernel import (
    BEST,
    ENTROPY,
    LOG_ERROR,
    ROOTS,
    ROUGH_LANES,
    WORST,
    relative_error,
    rough_sums,
)
from solver.matrix.partitions import partitions
from solver.numeric.threads import over_rows
from solver.numeric.ties import TOLERANCE, first_best

# Parts of the probability of all answers but the likeliest, which the bounds leave out
# one after the other.
_TAILS = (0.1, 0.02)

# Probability of the others below which single precision tells no guesses apart.
_LEAST_DOUBT = 1e-4

# Share of the answers up to which a bound is worth its time.
_WORTH = 0.5

# Guesses whose exact scores are computed after each bound.
_LEADERS = 8

# A clue matrix, and the same transposed.
_transposed: list[tuple[Matrix, Matrix]] = [(np.empty((0, 0), np.uint8),) * 2]


@dataclass(frozen=True, eq=False)
class Clues:
    """Clues of the guesses that a bound is computed for: rows of a clue matrix."""

    matrix: Matrix
    rows: Indices

    def by_answer(self, columns: Indices) -> Matrix:
        """Return one row for each of some answers, for `ROUGH_LANES` guesses or more.

        In the rows of the matrix, the clues of few answers are in different cache
        lines. So the last matrix that cannot be written is kept transposed.
        """
        rows = np.resize(self.rows, max(len(self.rows), ROUGH_LANES))
        if self.matrix.flags.writeable:
            return np.ascontiguousarray(self.matrix[np.ix_(rows, columns)].T)
        matrix, transposed = _transposed[0]
        if matrix is not self.matrix:
            transposed = np.ascontiguousarray(self.matrix.T)
            _transposed[0] = self.matrix, transposed  # at once, for other threads
        whole = np.array_equal(rows, np.arange(len(self.matrix)))
        return transposed[columns if whole else np.ix_(columns, rows)]


@dataclass(frozen=True, eq=False)
class Measure:
    """Score of a guess under a belief, the probability of each answer.

    The higher, the better; `length` is the length of the words.
    """

    belief: Floats
    length: int

    def exact(self, matrix: Matrix) -> Floats:
        """Return the score of each guess."""
        raise NotImplementedError

    def bound_scores(self, clues: Clues, likely: Floats) -> Floats:
        """Return an upper bound of each score, from a part of the belief.

        `likely` is the belief, with 0 for the answers that are left out.
        """
        raise NotImplementedError

    def _entropy_bound(
        self, clues: Clues, likely: Floats, letter: tuple[float, float] = (1.0, 0.0)
    ) -> Floats:
        """Return an upper bound of the entropy of each guess's clue, in bits.

        Let Z say whether the answer is left out, which has probability d, and Y be the
        clue. Then ``H(Y) <= H(Y, Z) = H(Z) + (1 - d) H(Y | Z = 0) + d H(Y | Z = 1)``,
        where H(Z) is h(d), the binary entropy, and the last entropy is at most the
        entropy of equally probable clues. With J the information of the likely answers
        alone: ``I <= (1 - d) J + d I_max + h(d)``.

        A relative error r of probabilities p changes the entropy by at most
        ``sum of r p |log2(e p)|``, which is at most ``r (H + log2 e)``.
        """
        left_out = float(1 - likely.sum() / self.belief.sum())
        full = self.length * math.log2(3)
        bits = -_rough(clues, likely / likely.sum(), ENTROPY, letter, self.length)
        error = relative_error(int(np.count_nonzero(likely)), self.length)

        # 1.5 is more than log2(e).
        margin = error * (full + 1.5) + 2 * LOG_ERROR
        return (1 - left_out) * (bits + margin) + left_out * full + _binary(left_out)


@dataclass(frozen=True, eq=False)
class Information(Measure):
    """Information of a noisy clue, as `solver.belief.noisy_clues.information`."""

    epsilon: float
    order: float = 1.0
    channel: Channel = RESPONSE

    def exact(self, matrix: Matrix) -> Floats:
        """Return the information in each guess's clue, in bits."""
        return information(
            matrix, self.belief, self.epsilon, self.length, self.order, self.channel
        )

    def bound_scores(self, clues: Clues, likely: Floats) -> Floats:
        """Return an upper bound of the information; ``inf`` where none is known.

        That of order 1 is `_entropy_bound`. With order a, the information grows with
        the sum over clues y of the norm ``||P(., y)||_a`` of the joint probabilities.
        By Minkowski's inequality a norm is at most the norm of the likely answers plus
        the norm of the others. The latter sum is at most the probability left out, as
        ``||v||_a <= ||v||_1``, and at most ``n**(1 - 1/a) ||P||_a`` by Hoelder's, for n
        clues and the norm over all answers and clues.
        """
        total = float(self.belief.sum())
        form = form_of(self.channel, self.epsilon, self.length)
        if not form.is_product:
            return np.full(len(clues.rows), np.inf)
        if self.order == 1.0:
            letter = (form.arguments.keep, form.arguments.other)
            entropy = self._entropy_bound(clues, likely, letter)
            return total * (entropy - math.log2(total)) - form.entropy
        top = float(self.belief.max())
        if math.isinf(self.order):
            return np.log2(_norm_bound(self, clues, likely, BEST) / top)
        if self.order != 2:
            return np.full(len(clues.rows), np.inf)
        sums = _norm_bound(self, clues, likely, ROOTS)
        prior = math.sqrt(float(np.square(self.belief).sum()))

        # Other roundings are below that of the margin.
        return 2 * np.log2(sums / prior)


@dataclass(frozen=True, eq=False)
class BestPosterior(Measure):
    """Chance to name the secret after a noisy clue, as `best_posterior`."""

    epsilon: float
    channel: Channel = RESPONSE

    def exact(self, matrix: Matrix) -> Floats:
        """Return the chance after each guess."""
        return best_posterior(
            matrix, self.belief, self.epsilon, self.length, self.channel
        )

    def bound_scores(self, clues: Clues, likely: Floats) -> Floats:
        """Return an upper bound of the chance: the one for norms, of order ``inf``."""
        if not form_of(self.channel, self.epsilon, self.length).is_product:
            return np.full(len(clues.rows), np.inf)
        return _norm_bound(self, clues, likely, BEST)


@dataclass(frozen=True, eq=False)
class TrueInformation(Measure):
    """Information of the true clue, in bits."""

    def exact(self, matrix: Matrix) -> Floats:
        """Return the entropy of each guess's true clue."""
        return partitions(matrix, self.belief).entropy

    def bound_scores(self, clues: Clues, likely: Floats) -> Floats:
        """Return an upper bound of the entropy."""
        return self._entropy_bound(clues, likely)


@dataclass(frozen=True, eq=False)
class WorstClue(Measure):
    """Weight of the heaviest true clue, negative."""

    def exact(self, matrix: Matrix) -> Floats:
        """Return the negative weight of each guess's heaviest clue."""
        return -partitions(matrix, self.belief).worst

    def bound_scores(self, clues: Clues, likely: Floats) -> Floats:
        """Return an upper bound: answers that are left out only add weight."""
        heaviest = _rough(clues, likely, WORST, (1.0, 0.0), self.length)
        return -heaviest * (
            1 - relative_error(int(np.count_nonzero(likely)), self.length)
        )


def best_scores(
    measure: Measure,
    matrix: Matrix,
    rows: Indices | None = None,
    count: int = 1,
) -> Floats:
    """Return the exact scores of the best guesses, ``-inf`` for most of the others.

    The same highest scores as `Measure.exact` of all guesses, to the last bit, and all
    that count as equal to the last of them by `solver.numeric.ties`.

    A guess is left out when its bound is below a score that so many others reach, by
    more than the tolerance of ties. So which guesses are left depends on rounding, and
    the best of them do not.

    `rows` are the guesses to choose from, by default all of them; `count` is how many
    of the best are needed.

    Examples
    --------
    >>> matrix = np.array([[0, 0], [0, 242]], np.uint8)
    >>> best_scores(BestPosterior(np.array([0.5, 0.5]), 5, np.inf), matrix).max()
    np.float64(1.0)
    """
    rows = np.arange(len(matrix)) if rows is None else rows
    scores = np.full(len(matrix), -np.inf)
    size = max(_LEADERS, count)

    def judge(guesses: Indices) -> None:
        """Compute the exact scores of guesses that have none."""
        guesses = np.sort(guesses[np.isneginf(scores[guesses])])
        whole = len(guesses) == len(matrix)
        if len(guesses):
            scores[guesses] = measure.exact(matrix if whole else matrix[guesses])

    belief = measure.belief
    doubt = belief.sum() - belief.max()
    possible = np.count_nonzero(belief)

    # Each bound leaves out less of the belief: it is closer, and takes longer.
    for tail in _TAILS if doubt > _LEAST_DOUBT else ():
        likely = without_tail(belief, tail * doubt)
        if len(rows) <= size or np.count_nonzero(likely) > _WORTH * possible:
            continue
        bounds = _bound_rows(measure, matrix, rows, likely)

        leaders = rows[np.argpartition(-bounds, size)[:size]]
        judge(leaders)
        reached = float(np.partition(scores[leaders], -count)[-count])
        rows = rows[bounds >= reached - 2 * TOLERANCE * max(1.0, abs(reached))]
    judge(rows)
    return scores


def _bound_rows(
    measure: Measure, matrix: Matrix, rows: Indices, likely: Floats
) -> Floats:
    """Return upper bounds of the scores of some guesses, from a part of the belief."""
    if 2 * len(rows) <= len(matrix):
        return measure.bound_scores(Clues(matrix, rows), likely)

    # Most rows are read as fast as all of them: they lie in one piece.
    everything = np.arange(len(matrix))
    return measure.bound_scores(Clues(matrix, everything), likely)[rows]


def best_last_guess(
    matrix: Matrix, belief: Floats, epsilon: float, length: int
) -> tuple[int, float]:
    """Return the guess with the largest expected best posterior, and that chance.

    The same guess as `first_best` of `best_posterior`, but faster.

    Parameters
    ----------
    matrix, belief, epsilon, length
        As for `solver.belief.noisy_clues.information`.

    Returns
    -------
    guess : int
        Its row in the matrix.
    chance : float
        Its expected best posterior.

    Examples
    --------
    >>> matrix = np.array([[0, 0], [0, 242]], np.uint8)
    >>> best_last_guess(matrix, np.array([0.5, 0.5]), np.inf, 5)
    (1, 1.0)
    """
    chances = best_scores(BestPosterior(belief, length, epsilon), matrix)
    guess = first_best(chances)
    return guess, float(chances[guess])


def without_tail(weights: Floats, tail: float) -> Floats:
    """Return weights with 0 for the smallest, which together are at most `tail`.

    Examples
    --------
    >>> without_tail(np.array([0.6, 0.1, 0.3]), 0.2)
    array([0.6, 0. , 0.3])
    """
    order = np.argsort(weights, kind="stable")
    out = weights.copy()
    out[order[np.cumsum(weights[order]) <= tail]] = 0.0
    return out


def _norm_bound(
    measure: Information | BestPosterior, clues: Clues, likely: Floats, kind: int
) -> Floats:
    """Return an upper bound of each guess's sum of norms, of order 2 or ``inf``."""
    omitted = np.where(likely > 0, 0.0, measure.belief)
    add_norms = _add_largest if kind == BEST else _add_roots
    sums, norm_of_others = add_norms(measure, clues, likely, omitted)
    added = int(np.count_nonzero(likely)) if kind == ROOTS else 1
    error = relative_error(added, measure.length)

    # The last term is for numbers too small for single precision.
    others = min(float(omitted.sum()), norm_of_others)
    return sums * (1 + error) + others + 1e-12


def _add_largest(
    measure: Information | BestPosterior, clues: Clues, likely: Floats, omitted: Floats
) -> tuple[Floats, float]:
    """Return sums of norms of order ``inf``, and a bound for omitted answers."""
    length = measure.length
    arguments = form_of(measure.channel, measure.epsilon, length).arguments
    keep = arguments.keep

    # Each of the 3**length seen clues has the likelihood keep**length at most.
    sums = _rough(clues, likely, BEST, (keep, arguments.other), length)
    return sums, float((3 * keep) ** length * omitted.max())


def _add_roots(
    measure: Information | BestPosterior, clues: Clues, likely: Floats, omitted: Floats
) -> tuple[Floats, float]:
    """Return sums of norms of order 2, and a bound for omitted answers."""
    channel = measure.channel
    epsilon = measure.epsilon
    length = measure.length
    arguments = form_of(channel, epsilon, length).arguments
    keep = arguments.keep
    lie = arguments.other
    powers, _ = powers_of(channel, epsilon, length, 2.0)
    letter = (powers.arguments.keep, powers.arguments.other)

    # Relative to the largest, so that squares do not underflow in single precision.
    top = likely.max()
    roots = _rough(clues, np.square(likely / top), ROOTS, letter, length)

    # Hoelder's inequality, letter by letter, over the three marks.
    squares = 3 * (keep * keep + 2 * lie * lie)
    norm = math.sqrt(squares**length * np.square(omitted).sum())
    return top * keep**length * roots, norm


def _rough(
    clues: Clues, weights: Floats, kind: int, letter: tuple[float, float], length: int
) -> Floats:
    """Call the rough kernel over all guesses."""
    columns = np.flatnonzero(weights)
    rows = clues.by_answer(columns)
    out = np.empty(rows.shape[1], np.float32)
    keep, other = letter
    over_rows(
        rough_sums,
        len(out),
        rows,
        weights[columns].astype(np.float32),
        np.float32(keep),
        np.float32(other),
        length,
        kind,
        out,
    )
    return out[: len(clues.rows)].astype(float)


def _binary(p: float) -> float:
    """Return the binary entropy of a probability, in bits."""
    return -sum(x * math.log2(x) for x in (p, 1 - p) if x > 0)
