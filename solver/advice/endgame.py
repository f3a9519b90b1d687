"""Endgame: the values of guesses when few guesses are left, in games with a limit.

The value of a guess is the chance to win and, among equal chances, the mean number of
guesses from this guess on. A lost game counts all the guesses that were left.

On one board, the values are computed as follows. If one guess is left, the chance to
win is the probability of the guess. If two guesses are left, the chance to win is the
expected probability of the likeliest word after the clue. If three guesses are left,
small positions with true clues are searched.
"""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from game.arrays import Floats, Indices, Mask, Matrix
from game.clues import Clue, all_correct
from game.hard import Hard
from game.words import Vocabulary
from solver.advice.position import Candidates, Position
from solver.belief.noisy_clues import best_posterior
from solver.matrix.clue_kernel import build_matrix
from solver.matrix.hard_mode import allowed
from solver.numeric.elementary import total

MOST_WORDS = 50
"""Largest number of words in a position that is searched.

For several boards, the number is the product of the numbers of words on each board. If
a position has more words, the words that are not likely are left out. If the position
still has more words, the position is not searched.
"""

_MOST_PARTITIONS = 300
"""Largest number of partitions that are searched in a position.

The partitions with the lowest bounds of the number of guesses are searched. A partition
is the division of the words into sets of words that give the same clue to a guess.
"""

# A board is a tuple: for each word that fits its clues, the column of the word in the
# matrix of `_Search`. The most probable word comes first.
_Board = tuple[int, ...]

# A value is the chance to win and minus the mean number of guesses, both times the
# weight of the position. Larger values are better, and `_LOST` is worse than any value.
_Value = tuple[float, float]
_LOST = (-1.0, 0.0)


def endgame(position: Position, legal: Mask, top: int = 10) -> Floats | None:
    """Return the chance to win and the mean number of guesses, for each next guess.

    Row 0 of the array has the chances, and row 1 has the mean numbers; a column is a
    guess. `legal` is true for the guesses that may be played next. If a search computes
    the values, the chance is -1 for guesses that are not searched. A best guess and at
    least `top` guesses are searched, unless `_MOST_PARTITIONS` ends the search. None is
    returned if the game has no limit, if too many guesses are left, or if the position
    is too large.
    """
    boards = [position.candidates(board) for board in position.unsolved]
    guesses_left = position.guesses_left
    spare = guesses_left - len(boards)
    if spare < 0:
        return np.zeros((2, len(legal)))
    if spare <= 1 and len(boards) == 1:
        return _last_two(position, boards[0], int(guesses_left))
    if spare > (2 if len(boards) == 1 else 1) or position.channel.ends:
        return None
    for searched in (boards, [board.only_likely for board in boards]):
        if math.prod(len(board.words) for board in searched) <= MOST_WORDS:
            return _Search(position, searched).rate(legal, top)
    return None if spare else _one_each(position, boards)


def candidate_matrix(position: Position, words: tuple[str, ...]) -> Matrix:
    """Return a clue matrix with a column for each of `words`.

    The matrix has a row for each guess of the vocabulary. An element is the clue of the
    guess if the word is the secret.
    """
    setting = position.setting
    return build_matrix(Vocabulary(words, setting.vocabulary.guesses), setting.rule)


def _last_two(position: Position, board: Candidates, guesses_left: int) -> Floats:
    """Return the values of all guesses if one or two guesses are left.

    `board` has the words that fit the clues, and `guesses_left` is 1 or 2. The result
    is the array that `endgame` describes. The function allows every channel, also one
    with false marks.
    """
    words = position.setting.vocabulary
    chances = board.weights / total(board.weights)
    values = np.zeros((2, len(words.guesses)))
    values[0, [words.guess_index[word] for word in board.words]] = chances
    values[1] = guesses_left - (guesses_left - 1) * values[0]
    if guesses_left == 2:
        values[0] = best_posterior(
            candidate_matrix(position, board.words),
            chances,
            math.inf,
            words.length,
            position.channel,
        )
    return values


def _one_each(position: Position, boards: list[Candidates]) -> Floats:
    """Return the values of all guesses if every guess must solve a board.

    The result has the shape (2, n_guesses), as in `endgame`. The chance of a guess is
    the probability that the guess solves one board now, and that each other board is
    solved later by the most probable word after the clue of the guess. The chance is a
    lower bound if there are three boards or more, or if boards have a word in common.
    """
    values = [_last_two(position, board, 2) for board in boards]
    now_or_next = [chance for chance, _ in values]
    mean_guesses = [mean for _, mean in values]

    # `_last_two` treats each board as if two guesses were left for it: this guess and
    # one more. The mean number of guesses is then 2 minus the chance that this guess
    # solves the board. So `only_next` is the chance that the next guess solves the
    # board, but this guess does not. The game is won if each board is solved by this
    # guess or by the next guess on it, unless this guess solves no board.
    only_next = [
        chance - (2 - mean)
        for chance, mean in zip(now_or_next, mean_guesses, strict=True)
    ]
    chances = np.prod(now_or_next, axis=0) - np.prod(only_next, axis=0)
    return np.stack([chances, np.full(len(chances), float(len(boards)))])


class _Search:
    """Exact search of a position with true clues.

    The columns of `matrix` are the words that fit a board, the most probable word
    first. The rows of `matrix` are the guesses, and `rows` has the row of each column's
    word. The weight of a board is the sum of the weights of its words, and the weight
    of a position is the product of the weights of its boards. The value of a guess or a
    position is a pair: the chance to win, and minus the mean number of guesses, both
    times the weight of the position. Larger values are better.
    """

    def __init__(self, position: Position, boards: list[Candidates]) -> None:
        self.words = position.setting.vocabulary
        self.hard = position.setting.hard
        self.guesses_left = int(position.guesses_left)
        weights = {
            word: weight
            for board in boards
            for word, weight in zip(board.words, board.weights, strict=True)
        }

        # Sort the words by weight, the largest weight first. So in any set of columns
        # the lowest column belongs to the most probable word.
        best_first = sorted(weights, key=weights.__getitem__, reverse=True)
        self.weights = [float(weights[word]) for word in best_first]
        self.boards = tuple(
            tuple(k for k, word in enumerate(best_first) if word in board.words)
            for board in boards
        )
        self.matrix = candidate_matrix(position, tuple(best_first))
        self.rows = [self.words.guess_index[word] for word in best_first]
        self.right = all_correct(self.words.length)
        self.values: dict[tuple[tuple[_Board, ...], int, bytes], _Value] = {}

    def rate(self, legal: Mask, top: int) -> Floats:
        """Return the chance to win and the mean number of guesses, for each guess.

        Row 0 of the array has the chances, and row 1 has the mean numbers. Both are -1
        for each guess that is not searched. `legal` is true for the guesses that may be
        played next. `top` is the number of guesses that `_search` has to search.
        """
        values = np.full((2, len(legal)), -1.0)
        weight = self._weigh(self.boards)
        rows = np.flatnonzero(legal)
        for row, value in self._search(
            self.boards, self.guesses_left, rows, top
        ).items():
            values[:, row] = value[0] / weight, -value[1] / weight
        return values

    def _search(
        self,
        boards: tuple[_Board, ...],
        guesses_left: int,
        rows: Indices,
        top: int,
    ) -> dict[int, _Value]:
        """Return the values of guesses, in the order of their lower bounds.

        The keys of the result are rows of the matrix: the guesses. `boards` has the
        words that fit each unsolved board, and `rows` are the guesses that may be
        played. The search ends if at least `top` guesses were searched and no later
        guess can be better than the best guess.
        """
        columns = [column for board in boards for column in board]
        if guesses_left == len(boards) and len(set(columns)) == len(columns):
            # Exactly one guess is left for each board, and no word fits two boards. So
            # every guess must be a word that fits a board.
            rows = rows[np.isin(rows, [self.rows[column] for column in columns])]

        # Values are compared by the chance to win first. So the bounds of the numbers
        # of guesses can end the search only if a guess that wins all games was found.
        weight = self._weigh(boards)
        bounds = self._bound_guesses(boards, rows)
        values: dict[int, _Value] = {}
        by_partition: dict[bytes, _Value] = {}
        best = _LOST
        for k in np.argsort(bounds, kind="stable").tolist():
            row = int(rows[k])
            is_won = best[0] >= weight * (1 - 1e-9)
            if len(values) >= top and is_won and -bounds[k] <= best[1]:
                break
            # If two guesses get equal clues from all words, they have equal values. In
            # hard mode the values may differ, because the two guesses may allow
            # different next guesses.
            clues = self.matrix[row, columns].tobytes()
            key = clues if self.hard is Hard.OFF else bytes(str(row), "ascii")
            if key not in by_partition:
                if len(by_partition) >= _MOST_PARTITIONS:
                    break
                by_partition[key] = self._rate_guess(boards, guesses_left, row, rows)
            values[row] = by_partition[key]
            best = max(best, values[row])
        return values

    def _rate_guess(
        self,
        boards: tuple[_Board, ...],
        guesses_left: int,
        row: int,
        rows: Indices,
    ) -> _Value:
        """Return the value of the guess in row `row` of the matrix.

        The value is a sum over all clues that the guess can get on `boards`. `rows` are
        the guesses that are allowed now, and `guesses_left` includes the guess itself.
        """
        # The guess in row `row` counts in every game.
        chance = 0.0
        guesses = -self._weigh(boards)

        # `clues` has one clue for each board. Solved boards leave the position. The
        # weight of their words multiplies the value of the boards that remain.
        for clues in product(*(self._split_board(board, row) for board in boards)):
            unsolved = tuple(board for clue, board in clues if clue != self.right)
            solved = [self.weights[b[0]] for clue, b in clues if clue == self.right]
            turn = row, clues[0][0]
            value = self._rate_position(unsolved, guesses_left - 1, rows, turn)
            chance += math.prod(solved) * value[0]
            guesses += math.prod(solved) * value[1]
        return round(chance, 9), round(guesses, 9)

    def _rate_position(
        self,
        boards: tuple[_Board, ...],
        guesses_left: int,
        rows: Indices,
        last: tuple[int, Clue],
    ) -> _Value:
        """Return the value of a position after a guess.

        `boards` has the words that fit each unsolved board. `rows` are the guesses that
        were allowed when the guess was played. `last` has the row of the guess, and the
        clue of the guess on the first board.
        """
        # The values of some positions are known without a search. First: the game is
        # over, or it can no longer be won.
        weight = self._weigh(boards)
        columns = [column for board in boards for column in board]
        if not guesses_left or (
            guesses_left < len(boards) and len(set(columns)) == len(columns)
        ):
            return (0.0 if boards else 1.0), -weight * guesses_left * bool(boards)

        # If one word is left for each board, play these words one after the other.
        if len(columns) == len(boards):
            needed = len(set(columns))
            return weight * (needed <= guesses_left), -weight * min(
                needed, guesses_left
            )

        # On one board, if one guess is left or two words are left, play the most
        # probable word.
        if len(boards) == 1 and guesses_left == 1:
            return self.weights[boards[0][0]], -weight
        if len(boards) == 1 and len(boards[0]) == 2:
            return weight, -weight - self.weights[boards[0][1]]

        # All other positions are searched, and their values are stored. In hard mode a
        # value also depends on the guesses that are allowed.
        if self.hard is not Hard.OFF:
            turn = self.words.guesses[last[0]], last[1]
            rows = rows[allowed(self.words, [turn], self.hard)[rows]]

        # `rows` may lack words that fit the clues. If `rows` lacks all words that fit,
        # add these words: they can be played all the same.
        fitting = [self.rows[column] for column in columns]
        if not np.isin(fitting, rows).any():
            rows = np.union1d(rows, fitting)
        key = boards, guesses_left, b"" if self.hard is Hard.OFF else rows.tobytes()
        if key not in self.values and len(boards) == 1 and guesses_left == 2:
            # The best guess wins the most games and, among such guesses, wins the most
            # games at once.
            at_once, by_next = self._weights_solved(boards[0], rows)
            immediate = at_once[by_next == by_next.max()].max()
            self.values[key] = (
                float(by_next.max()),
                round(float(immediate) - 2 * weight, 9),
            )
        if key not in self.values:
            self.values[key] = max(self._search(boards, guesses_left, rows, 1).values())
        return self.values[key]

    def _bound_guesses(self, boards: tuple[_Board, ...], rows: Indices) -> Floats:
        """Return a lower bound of the mean number of guesses, for each guess in `rows`.

        The guess itself counts. The bound holds if the guess wins all games. A board
        takes one guess if the guess is right. A board takes two guesses if its word is
        the most probable word with the same clue. Any other board takes at least three
        guesses. A game takes as many guesses as its slowest board, and so at
        least the mean over the boards. Like a value, the bound is multiplied by the
        weight of the position.
        """
        bounds = np.zeros(len(rows))
        for board in boards:
            bounds += 3 - np.sum(
                self._weights_solved(board, rows), axis=0
            ) / self._weigh((board,))
        return np.round(bounds * (self._weigh(boards) / len(boards)), 9)

    def _weights_solved(self, board: _Board, rows: Indices) -> tuple[Floats, Floats]:
        """Return two weights of words for each of the guesses in `rows`.

        `board` has the words that fit a board. The first weight is the weight of the
        words that the guess solves. The second weight is the weight of the words that
        the guess or the next guess solves.
        """
        at_once, by_next = np.zeros((2, len(rows)))
        columns = np.ascontiguousarray(self.matrix[rows][:, board].T)
        for k, column in enumerate(board):
            # The first word with a clue is the most probable word with this clue. So
            # this word is guessed after the clue.
            is_first = np.ones(len(rows), bool)
            for earlier in columns[:k]:
                is_first &= columns[k] != earlier
            at_once += self.weights[column] * (columns[k] == self.right)
            by_next += self.weights[column] * is_first
        return at_once, np.round(by_next, 9)

    def _split_board(self, board: _Board, row: int) -> list[tuple[Clue, _Board]]:
        """Return the clues that a guess can get on a board, each with its words.

        `row` is the row of the guess in the matrix.
        """
        parts: dict[Clue, list[int]] = {}
        for column, clue in zip(board, self.matrix[row, board].tolist(), strict=True):
            parts.setdefault(clue, []).append(column)
        return [(clue, tuple(columns)) for clue, columns in parts.items()]

    def _weigh(self, boards: tuple[_Board, ...]) -> float:
        """Return the weight of a position: the product of the weights of its boards."""
        return math.prod(sum(self.weights[c] for c in board) for board in boards)
