"""Cost and luck of moves in games whose clues may be wrong, in bits.

The value of a position is minus what is in doubt, in bits: the entropy of the secret,
and 1 more until it is found. At the end a won game has the value 0, a lost one -1, and
where one move is left, it is minus the chance that the likeliest word is wrong.

The worth of a move is the expected increase of the value, up to a term that is the same
for all words: the information in its clue and, where a right guess ends the game, its
chance to be right; where one move follows, the expected chance to name the secret then;
of the last move, its chance to be right. A move costs the worth of the best word at the
same price, less its own. A price costs nothing: the rules set no budget. Luck is the
increase of the value less the worth; its mean is 0 whatever is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.channels.named import channel_of
from game.clues import Clue
from game.protocol import Move, Setting
from game.record import Turn
from solver.advice.insights import belief_after
from solver.belief.belief import Belief
from solver.belief.measures import BestPosterior, Information, best_scores
from solver.belief.noisy_clues import best_posterior, information
from solver.matrix.clue_matrix import answer_rows, clue_matrix
from solver.numeric.ties import first_best

Floats = NDArray[np.float64]
Row = NDArray[np.unsignedinteger]

_CACHED = 1 << 16  # positions, each with a price, whose best words are kept


class Rated(NamedTuple):
    """A move with its worth, what it gained, and the best word with its worth.

    `bits` are those of information in its clue on average, and `bits_gained` those by
    which the entropy of the secret decreased.
    """

    bits: float
    bits_gained: float
    worth: float
    gained: float
    best: str
    best_worth: float

    @property
    def cost(self) -> float:
        """What the best word is worth more."""
        return max(0.0, self.best_worth - self.worth)  # rounding errors are no gain

    @property
    def luck(self) -> float:
        """What the move gained above its worth."""
        return self.gained - self.worth


class NoisyJudge:
    """Rates the moves of games on one board by the clues that came before.

    Exact costs of classic Wordle (`solver.advice.costs`) are better, but take longer.

    Examples
    --------
    >>> from game import Vocabulary
    >>> judge = NoisyJudge(Setting(Vocabulary(*[("mount", "count", "found")] * 2)))
    >>> turns = [Turn("found", 9.0, 78)]
    >>> rated = judge.rate(turns, Move("found", 0.0), None, found=False)
    >>> rated.best, round(rated.cost, 3), round(rated.luck, 3)
    ('mount', 0.48, -0.013)
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.channel = channel_of(setting)
        self.matrix = clue_matrix(setting.vocabulary, setting.rule)
        self._ends = not setting.mode.priced  # whether a right guess ends the game
        self._rows = answer_rows(setting.vocabulary)
        self._best_of = lru_cache(maxsize=_CACHED)(self._find_best)

    def rate(
        self,
        turns: Sequence[Turn],
        move: Move,
        clue: Clue | None,
        *,
        found: bool,
        answer_follows: bool = False,
    ) -> Rated:
        """Rate a move after some turns.

        The clue of a final answer is None, and the word of a forfeit is empty. `found`
        says whether the move found the secret and so ended the game. `answer_follows`
        says of a guess of WORDPL that it was the last, if that is known.
        """
        belief, price = belief_after(self.setting, turns), move.epsilon
        chance = self._chance(belief, move.guess)
        last = chance, float(found), *self._likeliest(belief)
        if clue is None:
            return Rated(0.0, 0.0, *last)
        row = self.matrix[self.setting.vocabulary.guess_index[move.guess]]
        bits = self._measure(information, row, belief, price)
        entropy, top = (
            (0.0, 1.0) if found else self._measure_next(row, belief, price, clue)
        )
        learnt = belief.entropy - entropy
        left = 2 - answer_follows  # moves that may follow: 2 or more of WORDPL
        if self._ends:
            left = self.setting.max_turns - len(turns) - 1
        if left <= 0:
            return Rated(bits, learnt, *last)
        best = self._best_of((*turns,), price, left == 1)
        if left == 1:
            worth = self._measure(best_posterior, row, belief, price)
            return Rated(bits, learnt, worth, top, *best)
        worth = bits + chance if self._ends else bits
        return Rated(bits, learnt, worth, learnt + found, *best)

    def _chance(self, belief: Belief, word: str) -> float:
        """Return the probability that a word, which may be no answer, is the secret."""
        index = self.setting.vocabulary.answer_index.get(word)
        return 0.0 if index is None else float(belief.probabilities[index])

    def _likeliest(self, belief: Belief) -> tuple[str, float]:
        """Return the likeliest answer, the best last guess, and its probability."""
        word = self.setting.vocabulary.answers[belief.best]
        return word, self._chance(belief, word)

    def _measure(
        self, measure: Callable[..., Floats], row: Row, belief: Belief, price: float
    ) -> float:
        """Return a measure of the clue of a guess, given by its row of the matrix."""
        arguments = (
            row[None],
            belief.probabilities,
            price,
            self.setting.vocabulary.length,
        )
        return float(measure(*arguments, channel=self.channel)[0])

    def _measure_next(
        self, row: Row, belief: Belief, price: float, clue: Clue
    ) -> tuple[float, float]:
        """Return the entropy and the largest probability after a clue."""
        length = self.setting.vocabulary.length
        after = belief.update(row, clue, price, length, self.channel)
        return after.entropy, float(after.probabilities.max())

    def _find_best(
        self, turns: tuple[Turn, ...], price: float, one_follows: bool
    ) -> tuple[str, float]:
        """Return the guess that is worth most at a price, and its worth."""
        chances = belief_after(self.setting, turns).probabilities
        length, channel = self.setting.vocabulary.length, self.channel
        measure = Information(chances, length, price, channel=channel)
        if one_follows:
            worths = best_scores(
                BestPosterior(chances, length, price, channel), self.matrix
            )
        elif self._ends:
            worths = measure.exact(self.matrix)
            worths[self._rows] += chances
        else:
            worths = best_scores(measure, self.matrix)
        best = first_best(worths)
        return self.setting.vocabulary.guesses[best], float(worths[best])
