"""Win Fibble within the allowed number of guesses."""

from __future__ import annotations

import math

import numpy as np

from game.arrays import Floats, Indices
from game.channels.lies import Lies
from game.errors import InputError
from game.protocol import Move, Setting
from solver.belief.belief import Belief
from solver.belief.lying_clues import random_values, sums_by_size
from solver.numeric.elementary import log2
from solver.numeric.ties import ranking
from strategies._belief import BeliefStrategy

MODES = ["fibble"]

# If clues have at most this number of lies, the value of a clue is its information. If
# clues have more lies, the value is computed as if the remaining words were random.
# For few lies this would be a bad model, because few guesses can separate real words.
_MOST_LIES_BY_INFORMATION = 1

# If a clue has two lies or more, only this number of guesses is compared from the third
# turn on: the guesses with the best scores at the start of a game.
_MENU_SIZE = 1500

# From the third turn on, all possible answers are compared as well, if there are at
# most so many possible answers.
_MOST_COMPARED = 400

# The model of random words uses only a share of all clues. Element k is the share if a
# clue has k lies; the last element is also for more lies. Real words do not give all
# clues with equal probability, and a smaller share imitates this. These shares won the
# most games, of some hundred games each; shares near them won almost as many.
_SHARES = (0.5, 0.3, 0.88, 0.88, 0.84, 0.5)

# In the score of a guess, one guess less on average counts as much as a chance to win
# that is higher by this number.
_GUESS_WORTH = 1e-3


class Fibble(BeliefStrategy):
    """Maximise the chance to win Fibble within the guesses that are left.

    Names: horizon, random coding, information.

    The words that fit all clues are equally likely. So a position is a set of words and
    the number r of guesses left. The score of a guess is the expected value of the set
    that remains after its clue, plus the value of a right guess. The value of a set
    depends only on its size n (`solver.belief.lying_clues`).

    If two guesses are left, the score is the exact chance to win. If more guesses are
    left, the value of a set depends on the number of lies in a clue. With two lies or
    more, the value is the chance to win within r - 1 guesses if the words of the set
    were random. With one lie, the value is the entropy of the set, log2(n) bits, made
    negative. The score is then, up to a constant, the information in the clue plus the
    chance that the guess is right. If several guesses win almost surely, the guess that
    needs the fewest guesses on average is played.

    Source: C. E. Shannon (1948), "A mathematical theory of communication", for
    information and random codes.

    Parameters
    ----------
    **options
        As for `BeliefStrategy`.
    """

    def prepare(self, setting: Setting) -> None:
        """Load the words, and compute the values of sets of words.

        Also choose the guesses that are compared in later turns.
        """
        super().prepare(setting)
        if not isinstance(self.channel, Lies):
            raise InputError(f"channel {setting.channel!r}", "lies, like lies:1")
        length = self.words.length
        count = len(self.words.answers)
        self.lies = self.channel.count
        # The number of clues that a true clue can become.
        self.ways = self.channel.ways(length)
        effective_clues = _SHARES[min(self.lies, len(_SHARES) - 1)] * 3**length
        self.values = random_values(
            count, self.ways, effective_clues, setting.max_turns
        )
        self.by_information = self.lies <= _MOST_LIES_BY_INFORMATION

        # In later turns, compare only the guesses that are best at the start.
        everything = np.arange(len(self.words.guesses))
        scores = self.scores(everything, np.arange(count), setting.max_turns)
        self._menu = np.sort(ranking(scores)[:_MENU_SIZE])

    def decide(self, belief: Belief, turn: int) -> Move:
        """Return the guess for a belief; `turn` is the number of clues seen so far."""
        if turn < len(self._opening):
            return Move(self._opening[turn], math.inf)
        guesses_left = self.setting.max_turns - turn
        possible = belief.possible

        # If this is the last guess, or if at most two answers are possible, play a
        # possible answer.
        if guesses_left <= 1 or len(possible) <= 2:
            return Move(self.words.answers[belief.best], math.inf)

        # In the first two turns, or if clues are valued by information, compare all
        # guesses. Otherwise compare the guesses that were best at the start, and all
        # possible answers if there are few.
        rows = np.arange(len(self.words.guesses))
        if turn >= 2 and not self.by_information:
            rows = self._menu
            if len(possible) <= _MOST_COMPARED:
                rows = np.union1d(rows, self.answer_rows[possible])
        scores = np.full(len(self.words.guesses), -np.inf)
        scores[rows] = self.scores(rows, possible, guesses_left)
        return Move(self.words.guesses[self.prefer_possible(scores, belief)], math.inf)

    def scores(self, rows: Indices, possible: Indices, guesses_left: int) -> Floats:
        """Return the scores of some guesses; the docstring of `Fibble` defines them.

        If a score is a chance to win, it is lowered by `_GUESS_WORTH` times the mean
        number of guesses that the rest of the game takes.

        Parameters
        ----------
        rows : ndarray of shape (n_rows,), int
            The rows of the guesses.
        possible : ndarray of shape (n_answers,), int
            The indices of the answers that fit all clues.
        guesses_left : int
            Number of guesses left, including the guess that is scored; at least 2.
        """
        if self.by_information and guesses_left > 2:
            sizes = np.arange(len(self.values.guesses), dtype=np.float64)
            values = -sizes * log2(np.maximum(sizes, 1.0))
        else:
            values = self.wins(guesses_left - 1) - _GUESS_WORTH * self.values.guesses
        matrix = self.matrix if len(rows) == len(self.matrix) else self.matrix[rows]

        # For each guess, add up the values of the remaining sets over all clues. Then
        # add 1 if the guess is a possible answer.
        sums = sums_by_size(matrix, possible, self.lies, self.words.length, values)
        scores = (sums / self.ways + np.isin(rows, self.answer_rows[possible])) / len(
            possible
        )
        return np.asarray(scores, np.float64)

    def wins(self, guesses_left: int) -> Floats:
        """Return the expected number of words of a set that are found in time.

        In time means within `guesses_left` guesses. Element n of the result is for a
        set of n words: n times the chance to win, if the secret is one of these words.
        """
        table = self.values.wins
        if guesses_left < len(table):
            return np.asarray(table[guesses_left])
        return np.arange(table.shape[1], dtype=np.float64)


ENTRIES = [Fibble()]
