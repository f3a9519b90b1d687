"""Insights into a game, turn by turn: bits, the belief, and false marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from game.channels.named import channel_of
from game.clues import MARKERS, Clue, to_marks
from game.protocol import Setting
from game.record import Turn
from game.text.formats import format_count, rough_percent
from game.words import Vocabulary
from solver.belief.belief import Belief
from solver.belief.noisy_clues import information
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.ties import ranking

LIKELIEST = 10
"""Number of answers that an insight lists."""

_CERTAIN = 0.05
"""Entropy in bits below which one word is almost certain."""


class Insight(NamedTuple):
    """The information of a turn, for someone who knows the secret.

    Parameters
    ----------
    truth : int
        The true clue.
    gained : float
        The decrease of the entropy of the secret, in bits.
    expected : float
        The expected decrease: the mutual information of the clue and the secret.
    left : int
        The number of answers that are possible after the clue.
    likeliest : tuple
        The likeliest answers, each with its probability.
    rank : int
        The rank of the secret among the answers: 1 for the likeliest answer.
    shared : int
        The number of answers that have the same rank as the secret.
    chance : float
        The probability of the secret after the clue.
    """

    truth: Clue
    gained: float
    expected: float
    left: int
    likeliest: tuple[tuple[str, float], ...]
    rank: int
    shared: int
    chance: float

    @property
    def ranked(self) -> str:
        """A text with the rank of the secret, like ``no. 3, shared by 2 words``."""
        alike = f", shared by {self.shared:,} words" if self.shared > 1 else ""
        return f"no. {self.rank:,}{alike}"


def insights(setting: Setting, turns: Sequence[Turn], secret: str) -> Iterator[Insight]:
    """Yield one `Insight` for every turn of a game on one board.

    In games without prices, the price of every turn in `turns` is ``inf``.
    """
    words = setting.vocabulary
    matrix = clue_matrix(words, setting.rule)
    channel = channel_of(setting)
    index = words.answer_index[secret]
    marker = MARKERS[setting.rule]
    belief = Belief.over(words.answers)
    for turn in turns:
        row = words.guess_index[turn.guess]
        chances = belief.probabilities
        bits = information(
            matrix[row : row + 1], chances, turn.epsilon, words.length, channel=channel
        )
        # A right guess may end the game. The end then shows that no other word is the
        # secret. The clue alone might leave other words possible.
        if turn.guess == secret and channel.ends:
            is_secret = np.arange(len(chances)) == index
            after = Belief(np.where(is_secret, 0.0, -np.inf), words.answers)
        else:
            after = belief.after([turn], setting)
        yield Insight(
            truth=marker(secret, turn.guess),
            gained=belief.entropy - after.entropy,
            expected=float(bits[0]),
            left=len(after.possible),
            likeliest=likeliest(after, words),
            rank=after.rank(index),
            shared=after.shared(index),
            chance=float(after.probabilities[index]),
        )
        belief = after


def belief_after(setting: Setting, turns: Iterable[Turn]) -> Belief:
    """Return the belief after turns on one board of a game that is not over."""
    return Belief.over(setting.vocabulary.answers).after(turns, setting)


def likeliest(belief: Belief, words: Vocabulary) -> tuple[tuple[str, float], ...]:
    """Return at most `LIKELIEST` answers with their probabilities, the likeliest first.

    Impossible answers are left out.
    """
    chances = belief.probabilities
    order = [k for k in ranking(chances)[:LIKELIEST] if chances[k] > 0]
    return tuple((words.answers[k], float(chances[k])) for k in order)


def mark_chances(setting: Setting, turns: Sequence[Turn]) -> list[list[float]]:
    """Return, for each turn, the probability of each mark to be true, given all clues.

    The result has a list for each turn, and a list has one probability for each letter.

    Examples
    --------
    >>> from game import Vocabulary
    >>> setting = Setting(Vocabulary(*[("mount", "count", "found")] * 2))
    >>> [marks] = mark_chances(setting, [Turn("found", 12.0, 78)])
    >>> [round(chance, 3) for chance in marks]
    [0.996, 1.0, 1.0, 1.0, 0.996]
    """
    words = setting.vocabulary
    chances = belief_after(setting, turns).probabilities
    matrix = clue_matrix(words, setting.rule)
    found = []
    for turn in turns:
        row = matrix[words.guess_index[turn.guess]]
        marks = []
        for place, mark in enumerate(to_marks(turn.clue, words.length)):
            true_marks = row // 3 ** (words.length - 1 - place) % 3
            marks.append(float(chances[true_marks == mark].sum()))
        found.append(marks)
    return found


def likely_line(setting: Setting, turns: Sequence[Turn]) -> str:
    """Return a line of text: the likeliest answers after noisy clues, and the doubt.

    The doubt is a phrase for the entropy of the secret (see `openness`).

    Examples
    --------
    >>> from game import Vocabulary
    >>> setting = Setting(Vocabulary(*[("mount", "count", "found")] * 2))
    >>> likely_line(setting, [Turn("found", 12.0, 78)]).split("; ")[0]
    'likely: mount 50 %, count 50 %, found 0.41 %'
    """
    words = setting.vocabulary
    belief = belief_after(setting, turns)
    answers = likeliest(belief, words)
    possible = belief.possible
    if not belief.log_weights[possible].any():  # these answers are equally likely
        names = ", ".join(word for word, _ in answers)
        more = " and others" if len(possible) > len(answers) else ""
        return f"{format_count(len(possible), 'word')} left: {names}{more}"
    return f"{in_words(answers)}; {openness(belief.entropy)}"


def openness(bits: float) -> str:
    """Return in words how uncertain the secret is, given its entropy in bits.

    Examples
    --------
    >>> openness(6.36), openness(0.01)
    ('as uncertain as one of 82 equally likely words', 'one word is almost certain')
    """
    if bits < _CERTAIN:
        return "one word is almost certain"
    count = 2**bits
    words = f"{count:.1f}" if count < 9.95 else f"{count:,.0f}"
    return f"as uncertain as one of {words} equally likely words"


def in_words(likely: Iterable[tuple[str, float]]) -> str:
    """Return a text like ``likely: mount 50 %, count 50 %``.

    `likely` has the words, each with its probability.
    """
    parts = [f"{word} {rough_percent(chance)}" for word, chance in likely]
    return f"likely: {', '.join(parts)}"
