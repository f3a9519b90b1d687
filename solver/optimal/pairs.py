"""Best two first guesses out of a list, by the exact total of their games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from game.clues import Rule
from game.errors import InputError
from game.words import Vocabulary
from solver.matrix.clue_matrix import clue_matrix
from solver.optimal.search import MAX_GUESSES, Search
from solver.optimal.search_kernel import joint_clues


def best_pairs(
    vocabulary: Vocabulary, words: Sequence[str], max_guesses: int = MAX_GUESSES
) -> tuple[float, list[tuple[str, str]]]:
    """Return the fewest guesses with two given first guesses, and the best pairs.

    All pairs of two words are compared. The total is ``inf``, without pairs, where
    every pair leaves some game that cannot be won. Pairs are in the order of the words.
    An answer comes before a word that is none, as it ends its own game sooner;
    otherwise the order of two words does not matter. An InputError is raised when there
    are fewer than two words, or one is not a valid guess.

    After two guesses, m answers that have got the same clues need ``2 m - 1`` more
    guesses or more. Pairs are judged in the order of the bound that follows, up to the
    first whose bound is above the best total.
    """
    chosen = list(dict.fromkeys(map(vocabulary.check_guess, words)))
    if len(chosen) < 2:
        raise InputError(f"{', '.join(words)!r}: expected two words or more")
    pairs = list(combinations(chosen, 2))
    bounds = _bounds(vocabulary, chosen)
    search = Search(vocabulary, max_guesses=max_guesses)
    start = search.start()
    best = math.inf
    ties: list[tuple[int, tuple[str, str]]] = []
    order = np.argsort(bounds, kind="stable")
    bar = tqdm(order.tolist(), unit="pair", delay=1, disable=None)
    for index in bar:
        if bounds[index] > best:
            break
        pair = pairs[index]
        if pair[0] not in vocabulary.answer_index:
            pair = pair[::-1]
        search.forget()
        total = search.cost(start, *pair, limit=best + 1)
        if total < best:
            best, ties = total, []
            bar.set_description(f"{' '.join(pair).upper()} {best:,}", refresh=False)
        if total == best < math.inf:
            ties.append((index, pair))
    return best, [pair for _, pair in sorted(ties)]


def _bounds(vocabulary: Vocabulary, words: list[str]) -> NDArray[np.int64]:
    """Return a lower bound of the total of each pair, in the order of combinations."""
    rows = clue_matrix(vocabulary, Rule.CLASSIC)[
        [vocabulary.guess_index[word] for word in words]
    ]
    # Clues that a word gets are numbered from 0, so that pairs of them are few.
    dense = [np.unique(row, return_inverse=True)[1] for row in rows]
    kinds = joint_clues(np.array(dense, np.int32))
    is_answer = [word in vocabulary.answer_index for word in words]
    n = len(vocabulary.answers)
    bounds = []
    wins = map(sum, combinations(is_answer, 2))  # a game of one guess, and one of two
    for won, k in zip(wins, kinds.tolist(), strict=True):
        bounds.append(4 * (n - won) - (k - won) + won * (won + 1) // 2)
    return np.array(bounds)
