"""Insights into a game, turn by turn: bits, posterior, and marks that are not true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.clues import MARKERS, Clue
from game.protocol import Setting
from game.record import Turn
from solver.belief.belief import Belief
from solver.belief.noisy_clues import information
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.ties import ranking

LIKELIEST = 10
"""Answers that an insight lists."""


class Insight(NamedTuple):
    """Information of a turn.

    Parameters
    ----------
    truth : int
        The clue without noise.
    gained, expected : float
        Bits by which the entropy of the secret decreased, and the mutual information
        of guess and secret.
    left : int
        Answers that are possible.
    likeliest : tuple of (str, float)
        The likeliest answers with their probabilities.
    rank : int
        Of the secret: 1 is the likeliest.
    chance : float
        Posterior probability of the secret.
    """

    truth: Clue
    gained: float
    expected: float
    left: int
    likeliest: tuple[tuple[str, float], ...]
    rank: int
    chance: float


def insights(setting: Setting, turns: Sequence[Turn], secret: str) -> Iterator[Insight]:
    """Yield the insight after every turn of a game on one board.

    Parameters
    ----------
    setting : Setting
        Words and mode.
    turns : sequence of Turn
        The game; prices of classic Wordle are ``inf``.
    secret : str
        The answer.

    Examples
    --------
    >>> from game import Mode, Vocabulary
    >>> setting = Setting(Vocabulary(*[("mount", "count", "found")] * 2), Mode.CLASSIC)
    >>> (found,) = insights(setting, [Turn("found", float("inf"), 78)], "mount")
    >>> found.left, [word for word, _ in found.likeliest], round(found.gained, 2)
    (2, ['mount', 'count'], 0.58)
    """
    words = setting.vocabulary
    matrix = clue_matrix(words, setting.rule)
    belief = Belief.uniform(len(words.answers))
    place = words.answer_index[secret]
    for turn in turns:
        row, chances = words.guess_index[turn.guess], belief.probabilities
        bits = information(matrix[row : row + 1], chances, turn.epsilon, words.length)
        after = belief.update(matrix[row], turn.clue, turn.epsilon, words.length)
        chances = after.probabilities
        order = [k for k in ranking(chances)[:LIKELIEST] if chances[k] > 0]
        yield Insight(
            MARKERS[setting.rule](secret, turn.guess),
            belief.entropy - after.entropy,
            float(bits[0]),
            len(after.possible),
            tuple((words.answers[k], float(chances[k])) for k in order),
            after.rank(place),
            float(chances[place]),
        )
        belief = after
