"""The strategy of Fibble, prepared for a game, and its wins by enumeration."""

import math
from functools import cache

import numpy as np

from game import Mode, Setting, Vocabulary
from solver.belief.belief import Belief
from strategies.fibble import Fibble

WORDS = Vocabulary.load()


def seated(lies, turns, words=WORDS, opening=""):
    strategy = Fibble(opening=opening)
    channel = f"lies:{lies}"
    strategy.prepare(Setting(words, Mode.FIBBLE, max_turns=turns, channel=channel))
    return strategy


def games_won(strategy):
    """Return the number of answers that the strategy wins, as a mean over all lies."""
    matrix = strategy.matrix
    turns = strategy.setting.max_turns
    fits = [strategy.channel.likelihoods(y, math.inf) > 0 for y in range(243)]

    @cache
    def won(words, turn):
        possible = np.isin(np.arange(matrix.shape[1]), words)
        guess, _ = strategy.decide(Belief(np.where(possible, 0.0, -np.inf)), turn)
        row = matrix[strategy.words.guess_index[guess]]
        total = float((possible & (row == 242)).any())
        # No clue matters after the last guess.
        for chances in fits if turn < turns - 1 else ():
            rest = tuple(np.flatnonzero(possible & chances[row] & (row != 242)))
            total += won(rest, turn + 1) / strategy.ways if rest else 0.0
        return total

    return won(tuple(range(matrix.shape[1])), 0)
