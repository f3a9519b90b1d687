"""Ratings of moves in games with clues that may be wrong, in bits or chances.

In bits, the value of a position is minus the entropy of the secret, and 1 less until
the secret is found. Near the end of a game the value is in chances: it is the chance to
win minus 1. So the value of a won game is 0, and the value of a lost game is -1. If one
move is left, the value is minus the chance that the likeliest word is wrong.

A rating leaves out a term that is the same for all words. Then the worth of a move is:

* if two moves or more follow: the information in its clue and, in a game that a right
  guess ends, the chance that the guess is right;
* if one move follows: the expected chance that this next move names the secret;
* for the last move: the chance that its word is the secret.

The best word is the word with the highest worth at the same price. The price itself
does not lower the worth, because the rules set no budget.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from game.arrays import Floats, Matrix
from game.channels.named import channel_of
from game.clues import Clue
from game.protocol import Move, Setting
from game.record import Turn
from solver.advice.insights import belief_after
from solver.advice.ratings import Rating, Unit
from solver.belief.belief import Belief
from solver.belief.measures import BestPosterior, Information, best_scores
from solver.belief.noisy_clues import best_posterior, information
from solver.matrix.clue_matrix import answer_rows, clue_matrix
from solver.numeric.ties import first_best

_CACHED = 1 << 16
"""Largest number of pairs of a position and a price whose best word is stored."""


class NoisyJudge:
    """Rates the moves of games on one board, given the belief before each move.

    For classic Wordle, `solver.advice.costs` computes exact costs, which takes longer.

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
    ) -> Rating:
        """Return the rating of a move that was played after the turns `turns`.

        `clue` is the clue of the move. For a final answer, `clue` is None. For a
        forfeit, the word of the move is empty. `found` is true if the move found the
        secret and so ended the game. `answer_follows` is true if it is known that the
        next move of WORDPL was the final answer.
        """
        belief = belief_after(self.setting, turns)
        price = move.epsilon
        chance = self._chance(belief, move.guess)
        likeliest = self.setting.vocabulary.answers[belief.best]
        as_last = Rating(
            unit=Unit.CHANCES,
            worth=chance,
            gained=float(found),
            best=likeliest,
            best_worth=self._chance(belief, likeliest),
        )
        if clue is None:
            return as_last

        # Measure how the clue changes the belief. If the move has found the secret, the
        # entropy after the move is 0.
        row = self.matrix[self.setting.vocabulary.guess_index[move.guess]]
        bits = self._measure(information, row, belief, price)
        entropy = 0.0
        largest = 1.0
        if not found:
            length = self.setting.vocabulary.length
            after = belief.update(row, clue, price, length, self.channel)
            entropy = after.entropy
            largest = float(after.probabilities.max())
        learnt = belief.entropy - entropy

        # The unit depends on how many moves follow. In WORDPL the player decides when
        # to answer: two or more may follow, unless the final answer is known to follow.
        left = 1 if answer_follows else 2
        if self._ends:
            left = self.setting.max_turns - len(turns) - 1
        if left <= 0:
            return as_last._replace(bits=bits, bits_gained=learnt)
        best, best_worth = self._best_of((*turns,), price, left == 1)
        if left == 1:
            unit = Unit.CHANCES
            worth = self._measure(best_posterior, row, belief, price)
            gained = largest
        else:
            unit = Unit.BITS
            worth = bits + chance if self._ends else bits
            gained = learnt + found
        return Rating(
            unit=unit,
            worth=worth,
            gained=gained,
            best=best,
            best_worth=best_worth,
            bits=bits,
            bits_gained=learnt,
        )

    def _chance(self, belief: Belief, word: str) -> float:
        """Return the probability that `word` is the secret; 0 if it is no answer."""
        index = self.setting.vocabulary.answer_index.get(word)
        return 0.0 if index is None else float(belief.probabilities[index])

    def _measure(
        self,
        measure: Callable[..., Floats],
        row: Matrix,
        belief: Belief,
        price: float,
    ) -> float:
        """Return the result of the function `measure` for the clue of one guess.

        An example of `measure` is `information`. `row` has the true clue of the guess
        for each answer.
        """
        chances = belief.probabilities
        length = self.setting.vocabulary.length
        values = measure(row[None], chances, price, length, channel=self.channel)
        return float(values[0])

    def _find_best(
        self, turns: tuple[Turn, ...], price: float, one_follows: bool
    ) -> tuple[str, float]:
        """Return the guess with the highest worth at a price, and this worth.

        `one_follows` says whether exactly one move follows the guess.
        """
        chances = belief_after(self.setting, turns).probabilities
        length = self.setting.vocabulary.length
        channel = self.channel
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
