"""Position of a game without prices: turns and possible answers, on any boards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from game.channels.channel import Channel
from game.channels.named import channel_of
from game.clues import Clue, all_correct, classic, join
from game.errors import InputError, nearest
from game.hard import check_turns
from game.hosts import absurdle_clue
from game.protocol import Setting
from game.record import Turn
from game.spelling import fold
from game.text.formats import counted
from solver.belief.belief import Belief, ContradictionError
from solver.matrix.clue_matrix import clue_matrix


@dataclass(frozen=True)
class Position:
    """The turns of a game so far, and the answers that fit them."""

    setting: Setting
    turns: tuple[Turn, ...] = ()

    def add(self, guess: str, clues: Sequence[Clue]) -> Position:
        """Return the position after a guess.

        A word that was played before gets the new clues, which corrects a mistake.
        Later guesses are removed if they have no clue for a board that the correction
        makes unsolved again.

        There is one clue per board, or one per board that is not solved. Raises
        `InputError` when the guess is not valid, the number of clues is wrong or a clue
        is out of range; when hard mode forbids the guess, or a right guess contradicts
        other clues.
        """
        guess = self.setting.vocabulary.check_guess(guess)
        before = self.before(guess)
        turn = before._turn(guess, clues)
        resumed = self._resumed(replace(self, turns=(*before.turns, turn)))
        for board in range(0 if self.channel.ends else self.setting.boards):
            known = [(turn.guess, turn.clues[board]) for turn in resumed.turns]
            check_turns(known, self.setting.hard)
        return resumed

    def before(self, guess: str) -> Position:
        """Return the position in which a guess was played: this one, if it was not."""
        played = [turn.guess for turn in self.turns]
        index = played.index(guess) if guess in played else len(played)
        return replace(self, turns=self.turns[:index])

    def remove(self, guess: str) -> Position:
        """Return the position without a guess; later ones are as after `add`.

        Raises `InputError` when it was not played.
        """
        word = fold(guess.strip())
        played = [turn.guess for turn in self.turns]
        if word not in played:
            raise InputError(
                f"{guess!r} was not played: expected one of {played}"
                f"{nearest(word, played)}"
            )
        return self._resumed(self.before(word), removed=1)

    @property
    def channel(self) -> Channel:
        """What clues go through."""
        return channel_of(self.setting)

    @property
    def solved(self) -> dict[int, str]:
        """The words found, by board.

        Where clues may lie, a row of correct marks is the last one or false.
        """
        right, ends = all_correct(self.setting.vocabulary.length), self.channel.ends
        words: dict[int, str] = {}
        for turn in self.turns[-1:] if ends else self.turns:
            for board, clue in enumerate(turn.clues):
                if clue == right and (not ends or turn.guess in self.answers(board)):
                    words.setdefault(board, turn.guess)
        return words

    @property
    def unsolved(self) -> list[int]:
        """Boards whose word is not found yet."""
        solved = self.solved
        return [board for board in range(self.setting.boards) if board not in solved]

    def fits(self, board: int = 0) -> NDArray[np.bool_]:
        """Return which answers fit every clue of a board, shape (n_answers,).

        Raises `InputError` when there is no such board; so do those below.
        """
        return self._log_weights(board) > -math.inf

    def answers(self, board: int = 0) -> list[str]:
        """Return the answers that fit every clue of a board, in the list's order."""
        words = self.setting.vocabulary.answers
        return [words[index] for index in np.flatnonzero(self.fits(board))]

    def count(self, board: int = 0) -> int:
        """Return how many answers fit every clue of a board."""
        return int(self.fits(board).sum())

    def is_possible(self, word: str) -> bool:
        """Return whether a word can be the secret of a board that is not solved.

        Raises `WordError` when it is not even a valid guess.
        """
        word = self.setting.vocabulary.check_guess(word)
        index = self.setting.vocabulary.answer_index.get(word)
        if index is None:
            return False
        return any(self.fits(board)[index] for board in self.unsolved)

    def belief(self, board: int = 0) -> Belief:
        """Return the belief on a board; raise `ContradictionError` if no word fits."""
        log_weights = self._log_weights(board)
        if log_weights.max() == -math.inf:
            raise ContradictionError(f"no answer fits the clues of board {board + 1}")
        return Belief(log_weights, self.setting.vocabulary.answers)

    def adversary(self, guess: str, board: int = 0) -> Clue:
        """Return the clue with which Absurdle would answer.

        Raises `InputError` when the guess is not valid, or no answer fits.
        """
        guess = self.setting.vocabulary.check_guess(guess)
        possible = self.belief(board).possible
        sizes = Counter(self._row(guess)[possible].tolist())
        return absurdle_clue(sizes, self.setting.vocabulary.length)

    def _log_weights(self, board: int) -> NDArray[np.float64]:
        """Return the logarithm of each answer's likelihood, up to a constant."""
        boards = self.setting.boards
        if not 0 <= board < boards:
            raise InputError(f"board {board!r}: expected 0 to {boards - 1}")
        won = logs = np.zeros(len(self.setting.vocabulary.answers))
        length = self.setting.vocabulary.length
        clue = right = all_correct(length)
        for turn in self.turns:
            clue, row = turn.clues[board], self._row(turn.guess)
            by_clue = self.channel.log_likelihoods(clue, math.inf, length)
            won = np.where(row == right, logs, -math.inf)
            logs = logs + by_clue[row]
        return won if clue == right and won.max() > -math.inf else logs

    def _resumed(self, corrected: Position, removed: int = 0) -> Position:
        """Return a corrected position with the later turns that are still valid."""
        for turn in self.turns[len(corrected.turns) + removed :]:
            lost = self.before(turn.guess).solved.items() - corrected.solved.items()
            if not any(turn.clues[b] == classic(word, turn.guess) for b, word in lost):
                corrected = replace(corrected, turns=(*corrected.turns, turn))
        return corrected

    def _turn(self, guess: str, clues: Sequence[Clue]) -> Turn:
        boards, solved = self.setting.boards, self.solved
        right = all_correct(len(guess))
        for clue in clues:
            if not 0 <= clue <= right:
                raise InputError(f"clue {clue!r}: expected 0 to {right}")
        if len(clues) == len(self.unsolved) < boards:
            received = iter(clues)
            clues = [
                classic(solved[board], guess) if board in solved else next(received)
                for board in range(boards)
            ]
        if len(clues) != boards:
            raise InputError(
                f"{counted(len(clues), 'clue')}: expected {len(self.unsolved)}"
            )
        return Turn(guess, math.inf, join(clues, len(guess)), boards)

    def _row(self, guess: str) -> NDArray[np.unsignedinteger]:
        words = self.setting.vocabulary
        matrix = clue_matrix(words, self.setting.rule)
        return np.asarray(matrix[words.guess_index[guess]])
