"""Endgame: the values of guesses when few are left, in games that count them.

The value of a guess is the chance to win, and then the mean number of guesses from it
on, where a lost game counts all that are left. The last guess wins with the probability
of its word, the last but one with the expected best posterior after its clue. With one
more to spare than that, small positions with exact clues are searched.
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
"""Words of the largest position that is searched; of several boards, their product.

Where there are more, the words that are not considered are left out.
"""

_MOST_PARTITIONS = 300  # that are searched, those with the lowest bounds

_Board = tuple[int, ...]  # columns of the words that fit it, most probable first
_Value = tuple[float, float]  # chance and negative guesses, times the weight
_LOST = (-1.0, 0.0)  # worse than every value


def endgame(position: Position, legal: Mask, top: int = 10) -> Floats | None:
    """Return the chance and the mean number of guesses of each guess.

    The shape is (2, n_guesses). The chance is -1 for guesses that are not searched; a
    best one and at least `top` are. None where guesses are not counted, more are left,
    or the position is too large.
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
    """Return the clue of each guess against some words."""
    setting = position.setting
    return build_matrix(Vocabulary(words, setting.vocabulary.guesses), setting.rule)


def _last_two(position: Position, board: Candidates, guesses_left: int) -> Floats:
    """Return the values of the last guess or the last but one, whatever the channel."""
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
    """Return the values where each guess must solve a board, shape (2, n_guesses).

    The chance of a guess is the probability that it solves one board now, and that then
    each of the others is solved by the word that is best after this clue. It is a lower
    bound for three boards or more, or where boards have a word in common.
    """
    now_or_next, mean_guesses = zip(
        *(_last_two(position, board, 2) for board in boards), strict=True
    )

    # With two guesses, a board is solved now with the chance 2 - mean. All boards must
    # be solved now or next, and not all of them next.
    only_next = [
        chance - (2 - mean)
        for chance, mean in zip(now_or_next, mean_guesses, strict=True)
    ]
    chances = np.prod(now_or_next, axis=0) - np.prod(only_next, axis=0)
    return np.stack([chances, np.full(len(chances), float(len(boards)))])


class _Search:
    """Exact search of a position with exact clues.

    Words that fit a board are columns of `matrix`, the most probable first; guesses are
    its rows, and `rows` has the row of each column's word. The weight of a position is
    the product over its boards of the sums of the weights of their words. The value of
    a guess or a position is a pair, the larger the better: the chance to win, and minus
    the mean number of guesses, both times the weight of the position.
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

        # The most probable word of any set is its first column.
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
        """Return what `endgame` returns."""
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

        The search ends when none that follows can be better than the best.
        """
        columns = [column for board in boards for column in board]
        if guesses_left == len(boards) and len(set(columns)) == len(columns):
            # Each guess must solve a board.
            rows = rows[np.isin(rows, [self.rows[column] for column in columns])]

        # The chance to win comes first. Once a guess wins all games, the bounds of the
        # numbers of guesses end the search.
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
            # Hard mode may allow other words after equal clues.
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
        """Return the value of a guess, over all clues that it can get."""
        # This guess counts in every game.
        chance = 0.0
        guesses = -self._weigh(boards)

        # One clue for each board. Boards that are solved leave the position, and the
        # weight of their words multiplies the value of the others.
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
        """Return the value of a position after a guess, by its row, and its clue."""
        # Simple positions first. The game is over, or cannot be won any more.
        weight = self._weigh(boards)
        columns = [column for board in boards for column in board]
        if not guesses_left or (
            guesses_left < len(boards) and len(set(columns)) == len(columns)
        ):
            return (0.0 if boards else 1.0), -weight * guesses_left * bool(boards)

        # One word is left for each board: these are played in turn.
        if len(columns) == len(boards):
            needed = len(set(columns))
            return weight * (needed <= guesses_left), -weight * min(
                needed, guesses_left
            )

        # One board: the more probable word comes first.
        if len(boards) == 1 and guesses_left == 1:
            return self.weights[boards[0][0]], -weight
        if len(boards) == 1 and len(boards[0]) == 2:
            return weight, -weight - self.weights[boards[0][1]]

        # Other positions are searched, and remembered with what hard mode allows.
        if self.hard is not Hard.OFF:
            turn = self.words.guesses[last[0]], last[1]
            rows = rows[allowed(self.words, [turn], self.hard)[rows]]
        key = boards, guesses_left, b"" if self.hard is Hard.OFF else rows.tobytes()
        if key not in self.values and len(boards) == 1 and guesses_left == 2:
            # Of the guesses that win most games, one that wins most at once.
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
        """Return a lower bound of the guesses from each guess on, if it wins all games.

        A board takes one guess if the guess is right, two if its word is the most
        probable one of its clue, and else three at least. A game takes as many guesses
        as its slowest board, which is no less than the mean over the boards. The bound
        is times the weight of the position, as values are.
        """
        bounds = np.zeros(len(rows))
        for board in boards:
            bounds += 3 - np.sum(
                self._weights_solved(board, rows), axis=0
            ) / self._weigh((board,))
        return np.round(bounds * (self._weigh(boards) / len(boards)), 9)

    def _weights_solved(self, board: _Board, rows: Indices) -> tuple[Floats, Floats]:
        """Return the weights of what guesses solve at once, and with the next guess."""
        at_once, by_next = np.zeros((2, len(rows)))
        columns = np.ascontiguousarray(self.matrix[rows][:, board].T)
        for k, column in enumerate(board):
            # The first word of a clue is its most probable one, which is guessed next.
            is_first = np.ones(len(rows), bool)
            for earlier in columns[:k]:
                is_first &= columns[k] != earlier
            at_once += self.weights[column] * (columns[k] == self.right)
            by_next += self.weights[column] * is_first
        return at_once, np.round(by_next, 9)

    def _split_board(self, board: _Board, row: int) -> list[tuple[Clue, _Board]]:
        """Return the clues that a guess can get on a board, with the words of each."""
        parts: dict[Clue, list[int]] = {}
        for column, clue in zip(board, self.matrix[row, board].tolist(), strict=True):
            parts.setdefault(clue, []).append(column)
        return [(clue, tuple(columns)) for clue, columns in parts.items()]

    def _weigh(self, boards: tuple[_Board, ...]) -> float:
        """Return the weight of a position: of all combinations of its words."""
        return math.prod(sum(self.weights[c] for c in board) for board in boards)
