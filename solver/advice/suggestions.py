"""Suggestions: the best guesses of a strategy in a position, with statistics."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.clues import all_correct
from game.loop import move_after, prepare
from game.protocol import Setting, Strategy
from solver.advice.position import Position
from solver.belief.belief import Belief
from solver.belief.noisy_clues import information
from solver.matrix.clue_matrix import answer_rows, clue_matrix
from solver.matrix.hard_mode import allowed
from solver.matrix.partitions import partitions
from solver.numeric.elementary import total
from solver.numeric.ties import ranking


class Suggestion(NamedTuple):
    """A guess with its statistics, summed over the unsolved boards.

    `bits` is the information in its clue, `expected` the number of answers that are
    left on average, and `worst` the size of the largest bucket. `possible` says whether
    it can be the secret. `extra` is the number of guesses that it costs above the best
    one, on average, None where not known; `rating` is by the strategy, the higher the
    better, None where it has no ratings.
    """

    guess: str
    bits: float
    expected: float
    worst: int
    possible: bool
    extra: float | None = None
    rating: float | None = None


def prepared(strategy: Strategy, position: Position) -> Strategy:
    """Return a copy of a strategy, prepared to give advice in a position."""
    is_open = position.turns and not getattr(strategy, "opening", "")
    opening = position.turns[0].guess if is_open else ""
    return with_opening(strategy, position.setting, opening)


def with_opening(strategy: Strategy, setting: Setting, opening: str) -> Strategy:
    """Return a copy of a strategy, prepared with an opening if it can have one.

    A strategy that has an ``opening`` searches for none when one is given. An empty
    opening means its own.
    """
    strategy = copy.copy(strategy)
    if opening and hasattr(strategy, "opening"):
        strategy.opening = opening
    prepare(strategy, setting)
    return strategy


def suggest(
    strategy: Strategy,
    position: Position,
    top: int = 10,
    *,
    possible_only: bool = False,
) -> list[Suggestion]:
    """Return the best guesses of a strategy, its own move first.

    The strategy is one that `prepared` returned. It ranks the guesses by
    ``rate(belief)`` where it has that, summed over the boards that are not solved; else
    they are ranked by bits. When the game is over there is nothing to suggest.
    `possible_only` leaves out guesses that cannot be the secret.

    Raises `ContradictionError` when no answer fits the clues of a board, `Forfeit` when
    the strategy makes an illegal move.
    """
    if not position.unsolved:
        return []
    move = move_after(strategy, position.turns, position.setting)
    beliefs = [position.belief(board) for board in position.unsolved]
    ratings = _ratings(strategy, beliefs)
    return ranked(position, move.guess, top, ratings, possible_only=possible_only)


def ranked(
    position: Position,
    first: str,
    top: int = 10,
    ratings: NDArray[np.float64] | None = None,
    *,
    possible_only: bool = False,
) -> list[Suggestion]:
    """Return one guess and the best others, by ratings or, without any, by bits."""
    words = position.setting.vocabulary
    beliefs = [position.belief(board) for board in position.unsolved]
    if not beliefs:
        return []
    numbers = _numbers(position)
    scores = numbers[0] if ratings is None else ratings
    possible, members = np.zeros(len(words.guesses), bool), answer_rows(words)
    for belief in beliefs:
        possible[members[belief.possible]] = True
    order = _order(np.where(_legal(position), scores, -np.inf), possible)
    first_row = words.guess_index[first]
    rows = [first_row, *(row for row in order if row != first_row)]
    rows = [row for row in rows if possible[row] or not possible_only][:top]
    return [
        Suggestion(
            words.guesses[row],
            *_figures(position, numbers, row),
            bool(possible[row]),
            rating=None if ratings is None else float(ratings[row]),
        )
        for row in rows
    ]


def suggestion_of(position: Position, guess: str) -> Suggestion:
    """Return a guess with its statistics."""
    row = position.setting.vocabulary.guess_index[guess]
    figures = _figures(position, _numbers(position), row)
    return Suggestion(guess, *figures, position.is_possible(guess))


def _ratings(
    strategy: Strategy, beliefs: Sequence[Belief]
) -> NDArray[np.float64] | None:
    """Return the sum of a strategy's ratings, None if it has no ratings."""
    rate = getattr(strategy, "rate", None)
    try:
        return rate and np.asarray(np.sum([rate(b) for b in beliefs], axis=0))
    except NotImplementedError:  # the strategy has no ratings
        return None


def _numbers(position: Position) -> NDArray[np.float64]:
    """Return bits, expected and worst size of each guess, shape (3, n_guesses)."""
    matrix = clue_matrix(position.setting.vocabulary, position.setting.rule)
    sums = np.zeros((3, len(matrix)))
    for board in position.unsolved:
        if position.channel.ends:
            length = position.setting.vocabulary.length
            rest = math.inf, length, 1.0, position.channel
            sums[0] += information(matrix, position.belief(board).probabilities, *rest)
        else:
            stats = partitions(matrix, position.fits(board).astype(float))
            sums += [stats.entropy, stats.expected_size, stats.worst]
    return sums


def _legal(position: Position) -> NDArray[np.bool_]:
    """Return which guesses hard mode allows."""
    known = [(turn.guess, turn.clue) for turn in position.turns]
    return allowed(position.setting.vocabulary, known, position.setting.hard)


def _order(
    scores: NDArray[np.float64], possible: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """Return the legal rows, best first; ties by possibility, then by list order."""
    order = ranking(scores, possible)
    return order[scores[order] > -np.inf]


def _figures(
    position: Position, numbers: NDArray[np.float64], row: int
) -> tuple[float, float, int]:
    bits, expected, worst = numbers[:, row].tolist()
    if position.channel.ends:
        expected, worst = _left(position, row)
    return bits, expected, round(worst)


def _left(position: Position, row: int) -> tuple[float, float]:
    """Return how many answers a noisy clue leaves, on average and at most."""
    words, belief = position.setting.vocabulary, position.belief()
    matrix, right = clue_matrix(words, position.setting.rule), all_correct(words.length)
    possible = belief.possible[matrix[row, belief.possible] != right]
    if not len(possible):
        return 0.0, 0.0
    truths, prior = matrix[row, possible], belief.probabilities[possible]
    sizes, chances = np.empty((2, 3**words.length))
    for clue in range(3**words.length):
        column = position.channel.likelihoods(clue, math.inf, words.length)[truths]
        sizes[clue], chances[clue] = np.count_nonzero(column), (column * prior).sum()
    return total(sizes * chances), float(sizes.max())
