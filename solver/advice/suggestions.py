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
"""Number of bits by which an unknown word must be worth more than each known word.

An unknown word that is worth less is not suggested to people. Known words are the
listed answers and the likely words (see `Candidates.likely`).
"""


class Suggestion(NamedTuple):
    """A guess with its statistics, summed over the unsolved boards.

    Parameters
    ----------
    guess : str
        The guess.
    bits : float
        The expected information in its clue.
    expected, worst : float, int
        The expected number of likely words that its clue leaves, and the largest number
        of likely words that a clue can leave.
    possible : bool
        Whether the guess is a likely word (see `Candidates`).
    rating : float, optional
        The rating of the guess by the strategy: higher is better. Without ratings of a
        strategy, the rating is `bits` plus the chance that the guess is right. The
        rating is None if a strategy without ratings chose the first guess.
    chance, guesses : float, optional
        The chance to win within the guesses that are left, and the mean number of
        guesses from this guess on. `chance` and `guesses` are None if unknown.
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
    """Return a copy of a strategy that is prepared to give advice in a position.

    If the strategy has no opening of its own, the first guess of the position becomes
    its opening (see `with_opening`).
    """
    is_open = position.turns and not getattr(strategy, "opening", "")
    opening = position.turns[0].guess if is_open else ""
    return with_opening(strategy, position.setting, opening)


def with_opening(strategy: Strategy, setting: Setting, opening: str) -> Strategy:
    """Return a copy of a strategy that is prepared to play with a given opening.

    A strategy accepts an opening if it has an attribute ``opening``. Any other strategy
    is prepared without the opening. A strategy with a given opening need not search for
    an opening. If `opening` is empty, the strategy keeps
    its own opening.
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
    """Return the best guesses, at most `top`; the strategy's own move comes first.

    The strategy must be prepared by `prepare_copy`. If the strategy has a method
    ``rate(belief)``, the other guesses are sorted by the sum of the strategy's ratings
    over the unsolved boards. Otherwise the other guesses are sorted by bits: the
    expected information in the clue. If the strategy cannot give advice in the position
    (see `_is_for_strategies`), its move and its ratings are not used: all guesses are
    sorted by bits plus the chance that the guess is right.

    In the last turns of a game (see `endgame`), guesses are sorted by the chance to win
    and then by the mean number of guesses. Guesses that are equal in both numbers keep
    the order above. If the game is over, the list is empty.

    With `possible_only`, only likely words are returned. With `for_people`, only
    guesses that suit people are returned (see `_suit_people`). If `for_people` is true
    and the strategy has ratings, the strategy's own move comes first only during the
    opening of the strategy.

    Raises `ContradictionError` if no word fits the clues of a board, and `Forfeit` if
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
    """Return the best guesses, at most `top`; the guess of a strategy comes first.

    `ask` returns the guess of a strategy. `ask` is called only if strategies can give
    advice in the position. A guess that no newspaper would print is not put first.
    """
    words = position.setting.vocabulary
    guess = ask() if _is_for_strategies(position) else ""
    if guess and is_taboo(words)[words.guess_index[guess]]:
        guess = ""
    return rank_guesses(position, guess, top, for_people=True)


def _is_for_strategies(position: Position) -> bool:
    """Return whether strategies can give advice in a position.

    Strategies ignore the weights of answers. So strategies give no advice if the
    vocabulary has weights.
    """
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
    """Return the best guesses, at most `top`, by ratings or by bits.

    `ratings` has a number for each guess. Without ratings, guesses are ranked by bits,
    the information in their clues. With `possible_only`, only likely words are
    returned.

    `first_guess` may be empty. Otherwise `first_guess` comes first in the result. But
    if the endgame gives values, `first_guess` precedes only the guesses of the same
    value. If there are neither ratings nor a first guess, the chance
    that a guess is right is added to its bits, because one bit and a right guess save
    about the same number of guesses. With `for_people`, only guesses that suit people
    are returned (see `_suit_people`).

    Raises `ContradictionError` if no word fits the clues of a board.
    """
    words = position.setting.vocabulary
    if not position.unsolved:
        return []
    numbers = _numbers(position)
    likely, shares = _shares(position)

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

    # Near the end of a game the chance to win comes first. The sort is stable, so that
    # guesses of equal value keep their order.
    if values is not None:
        chance, guesses = np.round(values[:, order], 9)
        order = order[np.lexsort((guesses, -chance))]
    rows = [row for row in order.tolist() if likely[row] or not possible_only][:top]

    suggestions = []
    for row in rows:
        suggestion = _suggestion(position, row, numbers, possible=bool(likely[row]))
        if ratings is not None or not first_guess:
            suggestion = suggestion._replace(rating=float(scores[row]))
        # The values of guesses that the endgame did not search are negative.
        if values is not None and values[0, row] >= 0:
            suggestion = suggestion._replace(
                chance=float(values[0, row]), guesses=float(values[1, row])
            )
        suggestions.append(suggestion)
    return suggestions


def _suit_people(
    position: Position,
    worths: Floats,
    likely: Mask,
    fitting: Mask,
    legal: Mask,
    top: int,
) -> tuple[Mask, Floats | None]:
    """Return the guesses that suit people, and their values in the endgame.

    Known words suit people: listed answers and likely words. An unknown word suits
    people if it is worth `KNOWN_BITS` more than each known word or, in the endgame, if
    its value is better. Words that no newspaper would print are left out. If clues are
    true, the words that were played are left out, too: their clues say nothing new. If
    one guess is left, every word that fits the clues suits people, known or not.

    The arrays have an element for each guess. `worths` has the bits of the guess plus
    the chance that the guess is right. `likely` says whether the guess is a likely
    word, `fitting` whether the guess fits the clues of a board, and `legal` whether
    hard mode allows the guess. `top` is the number of guesses for which values are
    needed.
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

    # Known and unknown words are searched separately: a search ends as soon as it has
    # the best guesses, and these could all be unknown words.
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
    likely, _ = _shares(position)
    return _suggestion(position, row, _numbers(position), possible=bool(likely[row]))


def _suggestion(
    position: Position, row: int, numbers: Floats, *, possible: bool
) -> Suggestion:
    """Return the guess with the index `row`, together with its statistics.

    `numbers` has the statistics of all guesses (see `_numbers`). `possible` says
    whether the guess is a likely word.
    """
    bits, expected, worst = numbers[:, row].tolist()
    if position.channel.ends:
        expected, worst = _remaining_answers(position, row)
    return Suggestion(
        guess=position.setting.vocabulary.guesses[row],
        bits=bits,
        expected=expected,
        worst=round(worst),
        possible=possible,
    )


def _ratings(strategy: Strategy, beliefs: Sequence[Belief]) -> Floats | None:
    """Return the rating of each guess by a strategy, summed over the boards.

    `beliefs` has the belief for each board. The result is None if the strategy does not
    rate guesses.
    """
    rate = getattr(strategy, "rate", None)
    try:
        return rate and np.asarray(np.sum([rate(b) for b in beliefs], axis=0))
    except NotImplementedError:  # the strategy has no ratings
        return None


def _numbers(position: Position) -> Floats:
    """Return three numbers for each guess, summed over boards: shape (3, n_guesses).

    Row 0 has the information in the clue of each guess, in bits. Rows 1 and 2 have the
    expected and the largest number of words that remain after the clue. If clues may
    lie, only row 0 is computed, and rows 1 and 2 are 0.
    """
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
            # If clues may lie, the numbers of words that remain take longer to compute.
            # So `_suggestion` counts these words, only for the suggested guesses.
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
    """Return two arrays: which guesses are likely words, and their chances to be right.

    The first array is true for each guess that is a likely word of an unsolved board.
    The second array has, for each guess, the sum over the unsolved boards of the chance
    that the guess is right.
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
    """Return an array that is true for each guess that hard mode allows."""
    history = history_of(position.turns)
    return allowed(position.setting.vocabulary, history, position.setting.hard)


def _order(scores: Floats, shares: Floats) -> Indices:
    """Return the rows of the legal guesses, best first.

    The score of an illegal guess is ``-inf``. `shares` has the chance of each guess to
    be right. Of guesses with equal scores, a guess with a higher chance comes first. If
    the chances are also equal, the guess of the lower row comes first.
    """
    order = np.lexsort((-np.round(shares, 9), -np.round(scores, 9)))
    return order[scores[order] > -np.inf]


def _remaining_answers(position: Position, row: int) -> tuple[float, float]:
    """Return how many likely words remain after the guess `row` gets a noisy clue.

    The first number is the mean over all clues, and the second number is the largest
    number after any clue. The clue of a right guess is left out, because no words
    remain after it.
    """
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
