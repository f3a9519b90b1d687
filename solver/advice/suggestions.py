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
from solver.advice.prior import is_taboo
from solver.belief.belief import Belief, ContradictionError
from solver.belief.noisy_clues import information
from solver.matrix.clue_matrix import answer_rows, clue_matrix
from solver.matrix.hard_mode import allowed
from solver.matrix.partitions import partitions
from solver.numeric.elementary import total

KNOWN_BITS = 0.2
"""Bits that people pay for a known word: a listed answer, or one that can be right."""


class Suggestion(NamedTuple):
    """A guess with its statistics, summed over the unsolved boards.

    `bits` is the information in its clue, `expected` the number of words that are left
    on average, and `worst` the size of the largest bucket; the words are those that
    `Candidates` consider. `possible` says whether it is one of them. `rating` is by
    the strategy, the higher the better, or else `bits` plus the chance to be right; it
    is None where a strategy has no ratings. `chance` is that to win within the guesses
    that are left, and `guesses` their mean number; each is None where not known.
    """

    guess: str
    bits: float
    expected: float
    worst: int
    possible: bool
    rating: float | None = None
    chance: float | None = None
    guesses: float | None = None


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
    for_people: bool = False,
) -> list[Suggestion]:
    """Return the best guesses of a strategy, its own move first.

    The strategy is one that `prepare_copy` returned. It ranks the guesses by
    ``rate(belief)`` where it has that, summed over the boards that are not solved; else
    they are ranked by bits. Where few guesses are left, the chance to win comes first.
    When the game is over there is nothing to suggest. `possible_only` leaves out
    guesses that are not considered as the secret. With `for_people`, ratings alone
    decide after the opening of the strategy, and the guesses are those of
    `_suit_people`.

    Raises `ContradictionError` when no word fits the clues of a board, `Forfeit` when
    the strategy makes an illegal move.
    """
    if not position.unsolved:
        return []
    if not _is_for_strategies(position):
        return rank_guesses(
            position, "", top, possible_only=possible_only, for_people=for_people
        )
    beliefs = [position.belief(board) for board in position.unsolved]
    ratings = _ratings(strategy, beliefs)
    first = ""
    opening = str(getattr(strategy, "opening", "") or "").split(",")
    is_planned = len(position.turns) < len(list(filter(None, opening)))
    if ratings is None or is_planned or not for_people:
        first = move_after(strategy, position.turns, position.setting).guess
    return rank_guesses(
        position,
        first,
        top,
        ratings,
        possible_only=possible_only,
        for_people=for_people,
    )


def rank_after_asking(
    position: Position, ask: Callable[[], str], top: int = 10
) -> list[Suggestion]:
    """Return the best guesses, first that which `ask` returns where it can be followed.

    It is asked for the guess of a strategy, where strategies can give advice. A word
    that no newspaper would print is not followed.
    """
    words = position.setting.vocabulary
    guess = ask() if _is_for_strategies(position) else ""
    if guess and is_taboo(words)[words.guess_index[guess]]:
        guess = ""
    return rank_guesses(position, guess, top, for_people=True)


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
    for_people: bool = False,
) -> list[Suggestion]:
    """Return the best guesses by ratings or, without any, by bits.

    `first_guess`, which may be empty, precedes others of the same value in the endgame.
    Without ratings, a guess that can be right has the chance that it is added to its
    bits: both save about the same. With `for_people`, the guesses are those of
    `_suit_people`.

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
    values = None
    if for_people:
        legal, values = _suit_people(
            position, numbers[0] + shares, likely, shares > 0, legal, top
        )
    else:
        values = endgame(position, legal, top)
    order = _order(np.where(legal, scores, -np.inf), shares)
    if first_guess:
        row = words.guess_index[first_guess]
        order = np.concatenate(([row], order[order != row]))

    # Near the end the chance to win comes first; the stable sort keeps the rank.
    if values is not None:
        chance, guesses = np.round(values[:, order], 9)
        order = order[np.lexsort((guesses, -chance))]
    rows = [row for row in order.tolist() if likely[row] or not possible_only][:top]
    return [
        Suggestion(
            words.guesses[row],
            *_statistics(position, numbers, row),
            bool(likely[row]),
            None if first_guess and ratings is None else float(scores[row]),
            *_value(values, row),
        )
        for row in rows
    ]


def _value(values: Floats | None, row: int) -> tuple[float | None, float | None]:
    """Return the chance to win with a guess and the mean number of guesses."""
    if values is None or values[0, row] < 0:
        return None, None
    return float(values[0, row]), float(values[1, row])


def _suit_people(
    position: Position,
    worths: Floats,
    likely: Mask,
    fitting: Mask,
    legal: Mask,
    top: int,
) -> tuple[Mask, Floats | None]:
    """Return the guesses that suit people, and their values in the endgame.

    These are known words: listed answers and words that are considered. An unknown word
    is one of them if it is worth `KNOWN_BITS` more than each known word. In the
    endgame it is one if its value is better. Words that no newspaper would print are
    left out, and so are words that were played, whose clue says nothing new where
    clues are true. The last guess is one of the words that fit, known or not.
    """
    words = position.setting.vocabulary
    decent = legal & ~is_taboo(words)
    if not position.channel.ends:
        played = [words.guess_index.get(turn.guess, -1) for turn in position.turns]
        decent[[row for row in played if row >= 0]] = False
    if not decent.any():
        return legal, endgame(position, legal, top)
    if position.guesses_left == 1 and (decent & fitting).any():
        decent &= fitting
        return decent, endgame(position, decent, top)
    known = decent & likely
    known[answer_rows(words)] = decent[answer_rows(words)]
    unknown = decent & ~known

    if not (known.any() and unknown.any()):
        return decent, endgame(position, decent, top)

    # Each kind is searched by itself, as a search ends with the best guess.
    values = endgame(position, known, top)
    if values is None:
        least = worths[known].max() + KNOWN_BITS
        return known | (unknown & (worths > least)), None
    values_of_unknown = endgame(position, unknown, top)
    assert values_of_unknown is not None
    values = np.where(known, values, values_of_unknown)
    chance, guesses = np.round(values, 9)
    best_chance = chance[known].max()
    best_guesses = guesses[known & (chance == best_chance)].min()
    is_better = (chance > best_chance) | (
        (chance == best_chance) & (guesses < best_guesses)
    )
    return known | (unknown & is_better), values


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
