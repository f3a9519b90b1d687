"""Turns of games as arrays, and what games have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from game.arrays import Floats, Indices, Mask
from game.record import Game, RecordError
from game.words import Vocabulary


@dataclass(frozen=True, eq=False, slots=True)
class Turns:
    """Turns of games, in the order of the games.

    A guess at a price is a move. `words` and `prices` are by move: the index of the
    guess in the vocabulary, and nats. `counts` are the numbers of turns by game. By
    turn, `move` is the index of the move, `clue` what was seen, and `is_right` says
    whether the guess was the secret.
    """

    words: Indices
    prices: Floats
    counts: Indices
    move: Indices
    clue: Indices
    is_right: Mask

    @classmethod
    def of(cls, games: Sequence[Game], vocabulary: Vocabulary) -> Turns:
        """Return the turns of games; raise `RecordError` for an unknown word."""
        turns = [turn for game in games for turn in game.turns]
        numbers: dict[tuple[str, float], int] = {}
        move = [numbers.setdefault((t.guess, t.epsilon), len(numbers)) for t in turns]
        words = [index_of(word, vocabulary.guess_index) for word, _ in numbers]
        return cls(
            words=np.array(words, np.intp),
            prices=np.array([price for _, price in numbers], float),
            counts=np.array([len(game.turns) for game in games], np.intp),
            move=np.array(move, np.intp),
            clue=np.array([turn.clue for turn in turns], np.intp),
            is_right=np.array(
                [turn.guess == game.answer for game in games for turn in game.turns],
                bool,
            ),
        )

    def order(self) -> Indices:
        """Return the order of the games in which equal first turns are neighbours."""
        codes = (self.clue * len(self.words) + self.move).tolist()
        ends = np.cumsum([0, *self.counts]).tolist()
        games = [codes[start:end] for start, end in pairwise(ends)]
        return np.array(sorted(range(len(games)), key=games.__getitem__), np.intp)


def index_of(word: str, indices: dict[str, int]) -> int:
    """Return the index of a word of a game; raise `RecordError` if it has none."""
    try:
        return indices[word]
    except KeyError:
        raise RecordError(
            f"a game with {word!r}, which is not in the word list"
        ) from None


def number_distinct(*keys: Indices) -> tuple[Indices, Indices]:
    """Return the position of one of each of the distinct keys, and the number of each.

    Examples
    --------
    >>> number_distinct(np.array([3, 0, 3]), np.array([5, 5, 5]))
    (array([1, 0]), array([1, 0, 1]))
    """
    # Keys as digits of one number, which is faster to sort than pairs.
    joined = keys[0]
    for key in keys[1:]:
        joined = joined * (int(key.max(initial=0)) + 1) + key
    _, first, number = np.unique(joined, return_index=True, return_inverse=True)
    return first, number
