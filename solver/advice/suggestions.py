"""Suggestions: the best guesses of a strategy in a position, with statistics."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from game.arrays import Floats, Indices, Mask
from game.clues import all_correct, classic
from game.loop import move_after, prepare
from game.protocol import Setting, Strategy
from game.record import history_of
from solver.advice.endgame import candidate_matrix, endgame
from solver.advice.position import Position
from solver.belief.belief import Belief, ContradictionError
from solver.belief.noisy_clues import information
from solver.matrix.clue_matrix import clue_matrix
from solver.matrix.hard_mode import allowed
from solver.matrix.partitions import partitions
from solver.numeric.elementary import total


class Suggestion(NamedTuple):
    """A guess with its statistics, summed over the unsolved boards.

    `bits` is the information in its clue, `expected` the number of words that are left
    on average, and `worst` the size of the largest bucket; the words are those that
    `Candidates` consider. `possible` says whether it is one of them. `rating` is by
    the strategy, the higher the better, None where it has no ratings. `chance` is that
    to win within the guesses that are left, None where not known.
    """

    guess: str
    bits: float
    expected: float
    worst: int
    possible: bool
    rating: float | None = None
    chance: float | None = None


def prepare_copy(strategy: Strategy, position: Position) -> Strategy:
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

    The strategy is one that `prepare_copy` returned. It ranks the guesses by
    ``rate(belief)`` where it has that, summed over the boards that are not solved; else
    they are ranked by bits. Where few guesses are left, the chance to win comes first.
    When the game is over there is nothing to suggest. `possible_only` leaves out
    guesses that are not considered as the secret.

    Raises `ContradictionError` when no word fits the clues of a board, `Forfeit` when
    the strategy makes an illegal move.
    """
    if not position.unsolved:
        return []
    if not _is_for_strategies(position):
        return rank_guesses(position, "", top, possible_only=possible_only)
    move = move_after(strategy, position.turns, position.setting)
    beliefs = [position.belief(board) for board in position.unsolved]
    ratings = _ratings(strategy, beliefs)
    return rank_guesses(position, move.guess, top, ratings, possible_only=possible_only)


def rank_after_asking(
    position: Position, ask: Callable[[], str], top: int = 10
) -> list[Suggestion]:
    """Return the best guesses, first that which `ask` returns where it can be followed.

    It is asked for the guess of a strategy, where strategies can give advice.
    """
    return rank_guesses(position, ask() if _is_for_strategies(position) else "", top)


def _is_for_strategies(position: Position) -> bool:
    """Return whether strategies can give advice; they ignore weights of answers."""
    return position.suits_strategies and not position.setting.vocabulary.weights


def rank_guesses(
    position: Position,
    first_guess: str,
    top: int = 10,
    ratings: Floats | None = None,
    *,
    possible_only: bool = False,
) -> list[Suggestion]:
    """Return the best guesses by ratings or, without any, by bits.

    `first_guess`, which may be empty, precedes others of the same value in the endgame.
    Without ratings, a guess that can be right has the chance that it is added to its
    bits: both save about the same.

    Raises `ContradictionError` when no word fits the clues of a board.
    """
    words = position.setting.vocabulary
    if not position.unsolved:
        return []
    numbers, (likely, shares) = _numbers(position), _shares(position)

    # Rank by ratings or bits, and put the first guess in front.
    scores = ratings
    if scores is None:
        scores = numbers[0] + (0 if first_guess else shares)
    legal = _legal(position)
    order = _order(np.where(legal, scores, -np.inf), shares)
    if first_guess:
        row = words.guess_index[first_guess]
        order = np.concatenate(([row], order[order != row]))

    # Near the end the chance to win comes first; the stable sort keeps the rank.
    values = endgame(position, legal, top)
    if values is not None:
        chance, guesses = np.round(values[:, order], 9)
        order = order[np.lexsort((guesses, -chance))]
    rows = [row for row in order.tolist() if likely[row] or not possible_only][:top]
    return [
        Suggestion(
            words.guesses[row],
            *_statistics(position, numbers, row),
            bool(likely[row]),
            rating=None if ratings is None else float(ratings[row]),
            chance=_chance(values, row),
        )
        for row in rows
    ]


def _chance(values: Floats | None, row: int) -> float | None:
    return None if values is None or values[0, row] < 0 else float(values[0, row])


def suggestion_of(position: Position, guess: str) -> Suggestion:
    """Return a guess with its statistics."""
    row = position.setting.vocabulary.guess_index[guess]
    statistics = _statistics(position, _numbers(position), row)
    return Suggestion(guess, *statistics, bool(_shares(position)[0][row]))


def _ratings(strategy: Strategy, beliefs: Sequence[Belief]) -> Floats | None:
    """Return the sum of a strategy's ratings, None if it has no ratings."""
    rate = getattr(strategy, "rate", None)
    try:
        return rate and np.asarray(np.sum([rate(b) for b in beliefs], axis=0))
    except NotImplementedError:  # the strategy has no ratings
        return None


def _numbers(position: Position) -> Floats:
    """Return bits, expected and worst size of each guess, shape (3, n_guesses)."""
    words = position.setting.vocabulary
    rule = position.setting.rule
    sums = np.zeros((3, len(words.guesses)))
    for board in position.unsolved:
        candidates = position.candidates(board)
        if candidates.outweighed:
            matrix = candidate_matrix(position, candidates.words)
            weights = candidates.weights
        else:
            matrix = clue_matrix(words, rule)
            weights = position.belief(board).probabilities
        if position.channel.ends:
            # What lies leave is counted for the suggestions only, by `_statistics`.
            sums[0] += information(
                matrix,
                weights / total(weights),
                math.inf,
                words.length,
                order=1.0,
                channel=position.channel,
            )
        else:
            sizes = partitions(matrix, (weights > 0).astype(float))
            bits = partitions(matrix, weights) if words.weights else sizes
            sums += [bits.entropy, sizes.expected_size, sizes.worst]
    return sums


def _shares(position: Position) -> tuple[Mask, Floats]:
    """Return which guesses are considered as the secret of a board, and their chances.

    The chances to be right are summed over the boards.
    """
    words = position.setting.vocabulary
    likely = np.zeros(len(words.guesses), bool)
    shares = np.zeros(len(words.guesses))
    for board in position.unsolved:
        candidates = position.candidates(board)
        rows = [words.guess_index[word] for word in candidates.words]
        if not rows:
            raise ContradictionError(f"no word fits the clues of board {board + 1}")
        likely[rows[: len(candidates.likely)]] = True
        shares[rows] += candidates.weights / total(candidates.weights)
    return likely, shares


def _legal(position: Position) -> Mask:
    """Return which guesses hard mode allows."""
    history = history_of(position.turns)
    return allowed(position.setting.vocabulary, history, position.setting.hard)


def _order(scores: Floats, shares: Floats) -> Indices:
    """Return the legal rows, best first; ties by the chance to be right, then row."""
    order = np.lexsort((-np.round(shares, 9), -np.round(scores, 9)))
    return order[scores[order] > -np.inf]


def _statistics(
    position: Position, numbers: Floats, row: int
) -> tuple[float, float, int]:
    bits, expected, worst = numbers[:, row].tolist()
    if position.channel.ends:
        expected, worst = _remaining_answers(position, row)
    return bits, expected, round(worst)


def _remaining_answers(position: Position, row: int) -> tuple[float, float]:
    """Return how many words a noisy clue leaves, on average and at most."""
    words = position.setting.vocabulary
    candidates = position.candidates().only_likely
    guess = words.guesses[row]
    right = all_correct(words.length)
    truths = np.array([classic(word, guess) for word in candidates.words])
    prior = candidates.weights / total(candidates.weights)
    sizes, chances = np.zeros((2, right + 1))
    for clue in np.unique(truths[truths != right]).tolist():
        seen = position.channel.chances(clue, math.inf, words.length)
        same = truths == clue
        sizes += np.count_nonzero(same) * (seen > 0)
        chances += total(prior[same]) * seen
    return total(sizes * chances), float(sizes.max())
