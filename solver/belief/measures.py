"""Measures that score guesses, and a fast search for the guess with the highest score.

To compute exact scores of all guesses would take most of the time of a strategy. So
exact scores are computed for few guesses only. Any other guess is ruled out because an
upper bound of its score is below an exact score that was found. The upper bounds are
computed from the likeliest answers alone, in single precision (`rough_kernel`).
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

# An upper bound of a score leaves out the least likely answers. Let d be the
# probability that the secret is not the likeliest answer. The first bound leaves out
# answers with a total probability of at most 10 % of d. The second bound leaves out
# answers with a total probability of at most 2 % of d.
_TAILS = (0.1, 0.02)

# No bound is computed if the likeliest answer is wrong with a probability below this
# limit, because single precision then cannot distinguish the guesses.
_LEAST_DOUBT = 1e-4

# A bound saves time if it reads at most this fraction of the possible answers.
_WORTH = 0.5

# Number of guesses for which exact scores are computed after each bound: the guesses
# with the highest bounds.
_LEADERS = 8

# The clue matrix that was transposed last, and its transpose.
_transposed: list[tuple[Matrix, Matrix]] = [(np.empty((0, 0), np.uint8),) * 2]


@dataclass(frozen=True, eq=False)
class Clues:
    """The rows of a clue matrix for which bounds are computed: one row per guess."""

    matrix: Matrix
    rows: Indices

    def by_answer(self, columns: Indices) -> Matrix:
        """Return an array with a row for each answer in `columns`.

        A row has the clue of each guess in `rows`. If there are fewer than
        `ROUGH_LANES` guesses, guesses are repeated until there are `ROUGH_LANES`.

        In the clue matrix, the clues of one answer are spread over many cache lines. So
        the transpose of the last read-only matrix is kept for further calls.
        """
        rows = np.resize(self.rows, max(len(self.rows), ROUGH_LANES))
        if self.matrix.flags.writeable:
            return np.ascontiguousarray(self.matrix[np.ix_(rows, columns)].T)
        matrix, transposed = _transposed[0]
        if matrix is not self.matrix:
            transposed = np.ascontiguousarray(self.matrix.T)
            _transposed[0] = self.matrix, transposed  # one step, safe for threads
        whole = np.array_equal(rows, np.arange(len(self.matrix)))
        return transposed[columns if whole else np.ix_(columns, rows)]


@dataclass(frozen=True, eq=False)
class Measure:
    """A score of a guess under a belief: the higher the score, the better the guess.

    `belief` has the probability of each answer. `length` is the number of letters in a
    word.
    """

    belief: Floats
    length: int

    def exact(self, matrix: Matrix) -> Floats:
        """Return the exact score of each guess in a clue matrix."""
        raise NotImplementedError

    def bound_scores(self, clues: Clues, likely: Floats) -> Floats:
        """Return an upper bound of the score of each guess in `clues`.

        `likely` is the belief, but with 0 in place of the probability of every answer
        that is left out. Only the other answers are read.
        """
        raise NotImplementedError

    def _entropy_bound(
        self, clues: Clues, likely: Floats, letter: tuple[float, float] = (1.0, 0.0)
    ) -> Floats:
        """Return an upper bound of the entropy of each guess's clue, in bits.

        Let Y be the clue. Let Z be 1 if the secret is an answer that is left out, and 0
        otherwise; Z is 1 with probability d. Then
        ``H(Y) <= H(Y, Z) = H(Z) + (1 - d) H(Y | Z = 0) + d H(Y | Z = 1)``.
        Here H(Z) is h(d), the binary entropy of d. H(Y | Z = 1) is at most I_max, the
        entropy of equally probable clues. Let J be H(Y | Z = 0), the entropy for the
        likely answers alone. Then H(Y) is at most ``(1 - d) J + d I_max + h(d)``.

        `letter` has the probabilities that a mark stays, and that it becomes a given
        other mark. By default all clues are true.

        A relative error r of the probabilities p changes the entropy by at most
        ``sum of r p |log2(e p)|``. This sum is at most ``r (H + log2 e)``.
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
    """Information in a noisy clue (see `solver.belief.noisy_clues.information`)."""

    epsilon: float
    order: float = 1.0
    channel: Channel = RESPONSE

    def exact(self, matrix: Matrix) -> Floats:
        """Return the information in the noisy clue of each guess, in bits."""
        return information(
            matrix, self.belief, self.epsilon, self.length, self.order, self.channel
        )

    def bound_scores(self, clues: Clues, likely: Floats) -> Floats:
        """Return an upper bound of the information in the clue of each guess.

        The bound is ``inf`` if no bound is known for the channel or the order.

        For order 1, `_entropy_bound` gives the bound. For order a > 1, the information
        grows with the sum over clues y of the norm ``||P(., y)||_a`` of the joint
        probabilities. By Minkowski's inequality, the norm over all answers is at most
        the norm over the likely answers plus the norm over the other answers.

        Two bounds hold for the sum over clues of the norm over the other answers. The
        sum is at most the probability of the other answers, because
        ``||v||_a <= ||v||_1``. By Hoelder's inequality the sum is also at most
        ``n**(1 - 1/a) ||P||_a``: n is the number of clues, and the norm is over all
        other answers and all clues.
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

        # The margin for errors in `sums` also covers the rounding errors of this line,
        # which are smaller.
        return 2 * np.log2(sums / prior)


@dataclass(frozen=True, eq=False)
class BestPosterior(Measure):
    """Chance to name the secret after a noisy clue (see `best_posterior`)."""

    epsilon: float
    channel: Channel = RESPONSE

    def exact(self, matrix: Matrix) -> Floats:
        """Return, for each guess, the chance to name the secret after its clue."""
        return best_posterior(
            matrix, self.belief, self.epsilon, self.length, self.channel
        )

    def bound_scores(self, clues: Clues, likely: Floats) -> Floats:
        """Return an upper bound of the chance to name the secret, for each guess.

        The bound is the sum over clues of norms of order ``inf`` (see `_norm_bound`).
        """
        if not form_of(self.channel, self.epsilon, self.length).is_product:
            return np.full(len(clues.rows), np.inf)
        return _norm_bound(self, clues, likely, BEST)


@dataclass(frozen=True, eq=False)
class TrueInformation(Measure):
    """Information in the true clue, in bits."""

    def exact(self, matrix: Matrix) -> Floats:
        """Return the entropy of the true clue of each guess, in bits."""
        return partitions(matrix, self.belief).entropy

    def bound_scores(self, clues: Clues, likely: Floats) -> Floats:
        """Return an upper bound of the entropy of each guess's true clue, in bits."""
        return self._entropy_bound(clues, likely)


@dataclass(frozen=True, eq=False)
class WorstClue(Measure):
    """Score of a guess: minus the probability of its most probable true clue."""

    def exact(self, matrix: Matrix) -> Floats:
        """Return, for each guess, minus the probability of its most probable clue."""
        return -partitions(matrix, self.belief).worst

    def bound_scores(self, clues: Clues, likely: Floats) -> Floats:
        """Return an upper bound of the score of each guess in `clues`.

        `likely` is the belief with 0 for each answer that is left out. The bound is the
        score that is computed without the answers that are left out. Such an answer can
        only lower the score.
        """
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
    """Return the exact scores of the best guesses, and ``-inf`` for most other guesses.

    The `count` highest scores are equal to the scores of `Measure.exact`, to the last
    bit. A score that ties with the `count`-th best score is exact as well; the module
    `solver.numeric.ties` defines ties.

    A guess is skipped if its upper bound is below the `count`-th best score found so
    far by more than the tolerance for ties. The bounds have rounding errors. These
    errors can decide which of the worse guesses are skipped, but they do not change the
    best guesses.

    `rows` are the guesses to choose from; by default, all guesses of the matrix. All
    other guesses get ``-inf``.

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
        """Write to `scores` the exact scores of the guesses that have none yet."""
        guesses = np.sort(guesses[np.isneginf(scores[guesses])])
        whole = len(guesses) == len(matrix)
        if len(guesses):
            scores[guesses] = measure.exact(matrix if whole else matrix[guesses])

    belief = measure.belief
    doubt = belief.sum() - belief.max()
    possible = np.count_nonzero(belief)

    # The second bound leaves out less of the belief than the first bound: it is closer
    # to the exact score, and it takes longer.
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
    """Return upper bounds of the scores of the guesses `rows` (see `bound_scores`)."""
    if 2 * len(rows) <= len(matrix):
        return measure.bound_scores(Clues(matrix, rows), likely)

    # The matrix is one piece of memory. To read all its rows takes no longer than to
    # pick out most of the rows.
    everything = np.arange(len(matrix))
    return measure.bound_scores(Clues(matrix, everything), likely)[rows]


def best_last_guess(
    matrix: Matrix, belief: Floats, epsilon: float, length: int
) -> tuple[int, float]:
    """Return the best guess before the final answer, and the chance to win with it.

    After the clue of this guess, the chance to name the secret is at least as high as
    after any other guess. `best_posterior` and `first_best` find the same guess, but
    they take longer.

    Parameters
    ----------
    matrix : ndarray of shape (n_guesses, n_answers), unsigned
        The clue matrix.
    belief : ndarray of shape (n_answers,), float64
        Probability of each answer.
    epsilon : float
        Price of the guess, in nats.
    length : int
        Letters in a word.

    Returns
    -------
    guess : int
        The row of the guess in the matrix.
    chance : float
        The expected best posterior after the guess: the chance to name the secret.

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
    """Return `weights` with 0 in place of the smallest weights.

    The smallest weight is replaced first, then the next larger weight, and so on, as
    long as the sum of the replaced weights is at most `tail`.

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
    """Return, for each guess, an upper bound of the sum of a norm over all clues.

    For a clue, the norm is the norm of the joint probabilities of this clue and each
    answer. The order of the norm is 2 if `kind` is `ROOTS`, and ``inf`` if `kind` is
    `BEST`. `likely` is the belief with 0 for each answer that is left out.
    """
    omitted = np.where(likely > 0, 0.0, measure.belief)
    add_norms = _add_largest if kind == BEST else _add_roots
    sums, norm_of_others = add_norms(measure, clues, likely, omitted)
    added = int(np.count_nonzero(likely)) if kind == ROOTS else 1
    error = relative_error(added, measure.length)

    # 1e-12 allows for the loss of numbers that single precision rounds to 0.
    others = min(float(omitted.sum()), norm_of_others)
    return sums * (1 + error) + others + 1e-12


def _add_largest(
    measure: Information | BestPosterior, clues: Clues, likely: Floats, omitted: Floats
) -> tuple[Floats, float]:
    """Return, for each guess, the sum over clues of the norm of order ``inf``.

    For a clue, the norm is the largest joint probability of this clue and a likely
    answer. The second result is an upper bound of the same sum for the omitted answers.
    `likely` and `omitted` are copies of the belief: `likely` has 0 for each omitted
    answer, and `omitted` has 0 for each likely answer.
    """
    length = measure.length
    arguments = form_of(measure.channel, measure.epsilon, length).arguments
    keep = arguments.keep

    # There are 3**length seen clues, and each has at most the likelihood keep**length.
    sums = _rough(clues, likely, BEST, (keep, arguments.other), length)
    return sums, float((3 * keep) ** length * omitted.max())


def _add_roots(
    measure: Information | BestPosterior, clues: Clues, likely: Floats, omitted: Floats
) -> tuple[Floats, float]:
    """Return, for each guess, the sum over clues of the norm of order 2.

    For a clue, the norm is the root of the sum of the squared joint probabilities of
    this clue and each likely answer. The second result is an upper bound of the same
    sum for the omitted answers. `likely` and `omitted` are copies of the belief:
    `likely` has 0 for each omitted answer, and `omitted` has 0 for each likely answer.
    """
    channel = measure.channel
    epsilon = measure.epsilon
    length = measure.length
    arguments = form_of(channel, epsilon, length).arguments
    keep = arguments.keep
    lie = arguments.other
    powers, _ = powers_of(channel, epsilon, length, 2.0)
    letter = (powers.arguments.keep, powers.arguments.other)

    # Weights are divided by the largest weight, so that their squares do not underflow
    # in single precision.
    top = likely.max()
    roots = _rough(clues, np.square(likely / top), ROOTS, letter, length)

    # `norm` bounds the sum of the norms of the omitted answers, by Hoelder's inequality
    # (see `Information.bound_scores`). `squares` is the factor of one letter.
    squares = 3 * (keep * keep + 2 * lie * lie)
    norm = math.sqrt(squares**length * np.square(omitted).sum())
    return top * keep**length * roots, norm


def _rough(
    clues: Clues, weights: Floats, kind: int, letter: tuple[float, float], length: int
) -> Floats:
    """Return a measure of each guess in `clues`, computed in single precision.

    `kind` is a measure of `solver.belief.rough_kernel`, like `ENTROPY`. `weights` has
    the weight of each answer; answers of weight 0 are not read. `letter` has two
    probabilities: that a mark stays, and that a mark becomes a given other mark.
    """
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
