"""Belief: the posterior probability of each answer, given the clues so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from game.arrays import Floats, Indices, Matrix
from game.channels.channel import Channel
from game.channels.named import channel_of
from game.channels.response import RESPONSE
from game.clues import Clue
from game.errors import InputError
from game.protocol import Setting
from game.record import Turn
from game.text import html
from game.text.formats import format_count
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.elementary import exp, log2, total
from solver.numeric.frame import frame
from solver.numeric.ties import TOLERANCE, first_best, ranking

if TYPE_CHECKING:
    import pandas as pd

_SHOWN = 10  # number of answers that a notebook shows


class ContradictionError(InputError):
    """No answer fits the clues."""


@dataclass(frozen=True, eq=False, slots=True)
class Belief:
    """A probability for each answer.

    The probabilities are stored as logarithms, so that they do not underflow after many
    clues.

    Parameters
    ----------
    log_weights : ndarray of shape (n_answers,), float64
        Natural logarithms of the probabilities. Any constant may be added to all of
        them. ``-inf`` means that the answer is impossible.
    words : sequence of str
        The answers, for display.

    Examples
    --------
    >>> belief = Belief.uniform(2).update(np.array([0, 242], np.uint8), 242, 10.0, 5)
    >>> belief.probabilities.round(4)
    array([0., 1.])
    """

    log_weights: Floats
    words: Sequence[str] = field(default=(), repr=False)

    @classmethod
    def uniform(cls, count: int) -> Belief:
        """Return a belief in which all of `count` answers are equally likely."""
        return cls(np.zeros(count))

    @classmethod
    def over(cls, words: Sequence[str]) -> Belief:
        """Return the belief before the first clue, together with the answers as words.

        Examples
        --------
        >>> row = np.array([0, 242], np.uint8)
        >>> Belief.over(["slump", "crane"]).update(row, 242, 3.0, 5).to_frame().round(3)
          answer  probability
        0  crane        0.953
        1  slump        0.047
        """
        return cls(np.zeros(len(words)), words)

    def update(
        self,
        row: Matrix,
        clue: Clue,
        epsilon: float,
        length: int,
        channel: Channel = RESPONSE,
    ) -> Belief:
        """Return the belief after a clue, by Bayes' rule.

        Parameters
        ----------
        row : ndarray of shape (n_answers,), unsigned
            The row of the guess in the clue matrix.
        clue : int
            The clue that was seen.
        epsilon : float
            The price of the clue, in nats; ``inf`` for an exact clue.
        length : int
            Letters in a word.
        channel : Channel
            The channel that turned the true clue into the clue that was seen.

        Raises
        ------
        ContradictionError
            If no answer fits the clues. This can happen with exact clues and with lies.
        """
        # All weights may be divided by the same number. The division by the largest
        # weight makes it 1, so that no weight overflows.
        by_clue = channel.log_likelihoods(clue, epsilon, length)
        log_weights = self.log_weights + by_clue[row]
        top = log_weights.max()
        if top == -np.inf:
            raise ContradictionError("no answer fits these clues")
        return Belief(log_weights - top, self.words)

    def after(self, turns: Iterable[Turn], setting: Setting, board: int = 0) -> Belief:
        """Return the belief after some turns of a game that has not ended.

        Parameters
        ----------
        turns : iterable of Turn
            The turns, with their guesses, prices and clues.
        setting : Setting
            The rules of the game. Its vocabulary has the answers of this belief.
        board : int
            The board from which the clues are taken.

        Raises
        ------
        ContradictionError
            If no answer fits the clues.

        Examples
        --------
        >>> from game.words import Vocabulary
        >>> words = Vocabulary(("mount", "count"), ("mount", "count", "cloud"))
        >>> turns = [Turn("cloud", 9.0, 162)]
        >>> after = Belief.over(words.answers).after(turns, Setting(words))
        >>> after.probabilities.round(2)
        array([0.14, 0.86])
        """
        belief = self
        words = setting.vocabulary
        matrix = clue_matrix(words, setting.rule)
        channel = channel_of(setting)
        for turn in turns:
            row = matrix[words.guess_index[turn.guess]]
            clue = turn.clues[board]
            belief = belief.update(row, clue, turn.epsilon, words.length, channel)
        return belief

    @property
    def probabilities(self) -> Floats:
        """Probability of each answer, shape (n_answers,), summing to 1."""
        weights = exp(self.log_weights - self.log_weights.max())
        return weights / total(weights)

    @property
    def possible(self) -> Indices:
        """Indices of the answers with positive probability."""
        return np.flatnonzero(self.log_weights > -np.inf)

    @property
    def best(self) -> int:
        """Index of the most probable answer; of tied answers, the first one."""
        return first_best(self.log_weights)

    def rank(self, index: int) -> int:
        """Return the rank of an answer: 1 plus the number of likelier answers.

        Examples
        --------
        >>> Belief(np.log([0.2, 0.5, 0.3])).rank(2)
        2
        """
        weight = self.log_weights[index]
        return 1 + int((self.log_weights > weight + TOLERANCE).sum())

    def shared(self, index: int) -> int:
        """Return how many answers have the same rank as an answer.

        The answer itself is counted, too.

        Examples
        --------
        >>> Belief(np.log([0.2, 0.4, 0.4])).shared(2)
        2
        """
        weight = self.log_weights[index]
        near = self.log_weights >= weight - TOLERANCE
        return int(near.sum()) + 1 - self.rank(index)

    @property
    def entropy(self) -> float:
        """Entropy of the secret, in bits."""
        p = self.probabilities
        p = p[p > 0]
        return 0.0 - total(p * log2(p))  # a minus sign alone could return -0.0

    def to_frame(self) -> pd.DataFrame:
        """Return a table of the possible answers, with the likeliest answer first.

        The column ``answer`` has the words, or their indices if the words are unknown.
        The other column is ``probability``.
        """
        chances = self.probabilities
        order = ranking(chances)
        order = order[chances[order] > 0]
        answers = [self.words[k] for k in order] if self.words else order
        return frame({"answer": answers, "probability": chances[order]})

    def _repr_html_(self) -> str:
        table = self.to_frame()
        shown = table.head(_SHOWN).itertuples(index=False)
        rows = [(str(word), f"{p:.1%}", html.meter(p)) for word, p in shown]
        answers = format_count(len(self.log_weights), "answer")
        caption = f"{self.entropy:.2f} bits of entropy, {len(table):,} of {answers}"
        titles = ["answer", "probability", ""]
        return html.table(titles, rows, f"{caption} possible")
