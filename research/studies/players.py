"""Players of WORDPL that try to mislead the luck-adjusted chances, for studies.

V is the value of a belief, near the chance to win with good play. A belief has the
probability of every answer, given the clues. The luck of a clue is V after the clue,
minus the mean of V over all clues that could have come. Luck-adjusted chances are
computed from results minus the luck of the clues.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from contest.statistics.adjusted.values import Value, interpolate
from game.channels.response import RESPONSE
from game.clues import parse
from game.protocol import Setting
from game.words import Vocabulary
from solver.belief.belief import Belief
from solver.belief.next_beliefs import next_beliefs
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.value_kernel import luck_of_outcomes

Floats = NDArray[np.float64]

WORDS = Vocabulary.load()
SETTING = Setting(WORDS)
MATRIX = clue_matrix(WORDS, SETTING.rule)


class Asks:
    """Plays given words at given prices, and then names the final answer.

    Parameters
    ----------
    words : sequence of str
        The guesses.
    prices : sequence of float
        The price of each guess, in nats.
    answer : str
        The final answer. If it is empty, the likeliest word is the final answer.
    vocabulary : Vocabulary
        The words of the game.
    """

    def __init__(
        self,
        words: Sequence[str],
        prices: Sequence[float],
        answer: str = "",
        vocabulary: Vocabulary = WORDS,
    ) -> None:
        self.words = words
        self.prices = prices
        self.answer = answer
        self.vocabulary = vocabulary
        self.matrix = clue_matrix(vocabulary, Setting(vocabulary).rule)

    def first_move(self) -> tuple[str, float]:
        """Start a game: return the first word and its price."""
        self.belief = Belief.uniform(len(self.vocabulary.answers))
        self.turn = 0
        return self.words[0], self.prices[0]

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Return the next word and its price; after the last word, the final answer."""
        row = self.matrix[self.vocabulary.guess_index[guess]]
        clue = parse(result, len(guess))
        self.belief = self.belief.update(row, clue, epsilon, len(guess))
        self.turn += 1
        if self.turn < len(self.words):
            return self.words[self.turn], self.prices[self.turn]
        return self.answer or self.vocabulary.answers[self.belief.best], 0.0


class Greedy:
    """Makes the move with the largest expected V, among some words and prices.

    V is the value of a belief by which games are luck-adjusted (see the module's text).
    A move is a word and its price. If V overrates some moves, this player makes such
    moves.

    Parameters
    ----------
    budget : float
        The nats that the player may spend in a game.
    secret : str
        The secret, or an empty string if the player does not know the secret. A player
        who knows the secret considers it as a guess.
    seed : int
        The seed of the words that are drawn.
    """

    def __init__(self, budget: float, secret: str, seed: int) -> None:
        self.budget = budget
        self.secret = secret
        self.numbers = np.random.default_rng(seed)
        self.value = Value.of(SETTING)

    def first_move(self) -> tuple[str, float]:
        """Start a game: return the word and the price with the largest expected V."""
        self.belief = Belief.uniform(len(WORDS.answers))
        self.rest = self.budget
        self.turns = 0
        return self.best_move()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Return the best move, or the final answer if nothing is left to spend."""
        row = MATRIX[WORDS.guess_index[guess]]
        clue = parse(result, WORDS.length)
        self.belief = self.belief.update(row, clue, epsilon, WORDS.length)
        self.rest -= epsilon
        self.turns += 1
        if self.rest < 1e-6:
            return WORDS.answers[self.belief.best], 0.0
        return self.best_move()

    def best_move(self) -> tuple[str, float]:
        """Return the word and the price with the largest expected V.

        V is the value of the belief after the clue (see the module's text). Some likely
        answers, some random words and some fixed words are tried, each at several
        prices.
        """
        # The words are the likeliest answers, some drawn words and some good guesses. A
        # known secret takes the place of the last good guess.
        likely = np.argsort(-self.belief.probabilities)[:4]
        words = [WORDS.guess_index[WORDS.answers[k]] for k in likely]
        words += self.numbers.integers(len(MATRIX), size=7).tolist()
        words += [WORDS.guess_index[word] for word in ("trace", "lions", "pudgy")]
        if self.secret:
            words[-1] = WORDS.guess_index[self.secret]
        # After many turns the player spends all that is left, so that the game ends.
        shares = [1.0] if self.turns > 8 else [0.1, 0.25, 1 / 3, 0.5, 1.0]
        moves = [(word, self.rest * share) for share in shares for word in words]
        gains, _ = self.expected_values(moves)
        word, price = moves[int(gains.argmax())]
        return WORDS.guesses[word], price

    def expected_values(
        self, moves: Sequence[tuple[int, float]]
    ) -> tuple[Floats, Floats]:
        """Return the expected V after each move, and the chance of each clue.

        V is the value of a belief (see the module's text). An element of `moves` is a
        row of the clue matrix, which stands for a word, and a price. The first array
        has an element for each move. The second array has a row for each clue and a
        column for each move.
        """
        beliefs = np.tile(self.belief.probabilities, (len(moves), 1))
        logs = np.log(np.maximum(beliefs, 1e-300))
        rows = MATRIX[[word for word, _ in moves]]
        prices = [price for _, price in moves]
        chances, measures = next_beliefs(
            beliefs, logs, rows, prices, WORDS.length, RESPONSE, ends=False
        )
        # A right guess is an outcome, too. In WORDPL no guess ends the game, so that
        # this outcome has the chance 0.
        chances = np.vstack([chances, np.zeros(len(moves))])
        luck = np.empty((len(moves), len(self.value.rests), len(chances)))
        luck_of_outcomes(measures, chances, self.value.weights, luck)
        rest = np.maximum(self.rest - np.array(prices), 0.0)
        # V of a right guess, the last outcome, is 1. So its luck is 1 minus the mean.
        indices = np.arange(len(rest))
        expected = 1 - interpolate(luck, self.value.rests, rest, indices)[:, -1]
        return expected, chances[:-1]
