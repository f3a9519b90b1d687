"""Position of a game without prices: turns and possible answers, on any boards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game.arrays import Floats
from game.channels.channel import Channel
from game.channels.named import channel_of
from game.clues import Clue, all_correct, classic, join
from game.errors import InputError, check_range, nearest
from game.hard import check_turns
from game.protocol import MAX_MOVES, Setting
from game.record import Turn
from game.spelling import fold
from game.text.formats import format_count
from game.words import Vocabulary
from solver.advice.prior import other_weights
from solver.belief.belief import Belief, ContradictionError
from solver.matrix.clue_matrix import answer_rows, clues_of
from solver.numeric.elementary import exp, log2, total


class Candidates(NamedTuple):
    """The words that can be the secret of a board, and their relative probabilities.

    The first `listed` words are listed answers; the others are valid guesses. Both are
    in the order of their lists.
    """

    words: tuple[str, ...]
    weights: Floats
    listed: int

    @property
    def answers(self) -> list[str]:
        """The listed answers among them."""
        return list(self.words[: self.listed])

    @property
    def others(self) -> list[str]:
        """The valid guesses among them that are no listed answers."""
        return list(self.words[self.listed :])

    @property
    def outweighed(self) -> bool:
        """Whether the secret is more probably one of the other words."""
        return total(self.weights[self.listed :]) > total(self.weights[: self.listed])

    @property
    def likely(self) -> list[str]:
        """The words that are considered: the answers, or all if they are outweighed."""
        return list(self.words) if self.outweighed else self.answers

    @property
    def only_likely(self) -> Candidates:
        """The words that are considered, with their weights."""
        count = len(self.likely)
        return Candidates(self.words[:count], self.weights[:count], self.listed)


@lru_cache(maxsize=8)
def _prior_weights(vocabulary: Vocabulary, any_word: bool) -> Floats:
    """Return the prior weight of each guess as the secret, a read-only array.

    The weights are computed once for all positions with the same words.
    """
    weights = np.zeros(len(vocabulary.guesses))
    if any_word and (others := other_weights(vocabulary)) is not None:
        weights[:] = np.where(others.is_unlikely, others.unlikely, others.likely)
    elif any_word:
        weights[:] = 1.0

    # Listed answers have a mean weight of 1.
    listed = np.array(vocabulary.weights or [1] * len(vocabulary.answers), float)
    weights[answer_rows(vocabulary)] = listed / (total(listed) / len(listed))
    weights.setflags(write=False)
    return weights


@dataclass(frozen=True)
class Position:
    """The turns of a game so far, and the words that fit them.

    With `any_word`, the secret may be a valid guess that is no listed answer, as
    `solver.advice.prior` says.
    """

    setting: Setting
    turns: tuple[Turn, ...] = ()
    any_word: bool = True

    def add(self, guess: str, clues: Sequence[Clue]) -> Position:
        """Return the position after a guess.

        A word that was played before gets the new clues, which corrects a mistake.
        Later guesses are removed if they have no clue for a board that the correction
        makes unsolved again.

        There is one clue per board, or one per board that is not solved. The guess may
        be a word that the list lacks. Raises `InputError` when it is no word of that
        length, the number of clues is wrong or a clue is out of range; when hard mode
        forbids the guess, or a right guess contradicts other clues.
        """
        guess = check_word(self.setting.vocabulary, guess)
        resumed = self._replay_later_turns(self.before(guess).play(guess, clues))
        resumed.check()
        return resumed

    def play(self, guess: str, clues: Sequence[Clue]) -> Position:
        """Return the position after one more guess, which may be an earlier one.

        Clues and errors are as in `add`.
        """
        guess = check_word(self.setting.vocabulary, guess)
        played = replace(self, turns=(*self.turns, self._turn(guess, clues)))
        played.check()
        return played

    def check(self) -> None:
        """Raise `InputError` for turns that exact clues and hard mode do not allow."""
        for board in range(0 if self.channel.ends else self.setting.boards):
            history = [(turn.guess, turn.clues[board]) for turn in self.turns]
            check_turns(history, self.setting.hard)

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
                f"{guess!r} was not played", f"one of {played}", nearest(word, played)
            )
        return self._replay_later_turns(self.before(word), removed=1)

    @property
    def channel(self) -> Channel:
        """What clues go through."""
        return channel_of(self.setting)

    @property
    def solved(self) -> dict[int, str]:
        """The words found, by board.

        Where clues may lie, a row of correct marks is the last one or false.
        """
        right = all_correct(self.setting.vocabulary.length)
        ends = self.channel.ends
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

    @property
    def guesses_left(self) -> float:
        """Guesses until the game is lost; ``inf`` without a limit, or beyond it."""
        left = self.setting.max_turns - len(self.turns)
        return left if left > 0 and self.setting.max_turns < MAX_MOVES else math.inf

    @property
    def suits_strategies(self) -> bool:
        """Whether strategies, which know the lists alone, can give advice."""
        listed = self.setting.vocabulary.guess_index
        return all(turn.guess in listed for turn in self.turns) and not any(
            self.candidates(board).outweighed for board in self.unsolved
        )

    def candidates(self, board: int = 0) -> Candidates:
        """Return the words that fit every clue of a board, with their probabilities.

        Raises `InputError` when there is no such board; so do those below.
        """
        words = self.setting.vocabulary
        logs = self._log_weights(board)
        answers = answer_rows(words)
        listed = answers[logs[answers] > -math.inf]
        is_other = logs > -math.inf
        is_other[answers] = False

        # Answers that a person gives are complete, unless none of them fits.
        if len(listed) and other_weights(words) is None:
            is_other[:] = False
        rows = np.concatenate((listed, np.flatnonzero(is_other)))
        fitting = tuple(words.guesses[row] for row in rows.tolist())
        return Candidates(fitting, self._prior[rows] * exp(logs[rows]), len(listed))

    def answers(self, board: int = 0) -> list[str]:
        """Return the answers that fit every clue of a board, in the list's order."""
        return self.candidates(board).answers

    def belief(self, board: int = 0) -> Belief:
        """Return the belief in the answers; raise `ContradictionError` if none fits."""
        words = self.setting.vocabulary
        rows = answer_rows(words)
        log_weights = self._log_weights(board)[rows]
        if log_weights.max() == -math.inf:
            raise ContradictionError(f"no answer fits the clues of board {board + 1}")
        log_weights += log2(self._prior[rows]) * math.log(2)
        return Belief(log_weights, words.answers)

    def _log_weights(self, board: int) -> Floats:
        """Return the logarithm of each guess's likelihood, up to a constant."""
        check_range("board", board, 0, self.setting.boards - 1)
        words = self.setting.vocabulary
        right = all_correct(words.length)
        logs = np.where(self._prior > 0, 0.0, -math.inf)
        for turn in self.turns:
            clue = turn.clues[board]
            row = clues_of(words, self.setting.rule, turn.guess)
            before = logs
            logs = (
                before + self.channel.log_likelihoods(clue, math.inf, words.length)[row]
            )

        # A last row of correct marks is no lie if the guess fits the clues before.
        if self.turns and clue == right:
            won = np.where(row == right, before, -math.inf)
            if won.max() > -math.inf:
                return won
        return logs

    @property
    def _prior(self) -> Floats:
        """Prior weight of each guess as the secret."""
        return _prior_weights(self.setting.vocabulary, self.any_word)

    def _replay_later_turns(self, corrected: Position, removed: int = 0) -> Position:
        """Return a corrected position with the later turns that are still valid."""
        for turn in self.turns[len(corrected.turns) + removed :]:
            lost = self.before(turn.guess).solved.items() - corrected.solved.items()
            # The clue of a solved board was computed from its word, not received.
            if not any(turn.clues[b] == classic(word, turn.guess) for b, word in lost):
                corrected = replace(corrected, turns=(*corrected.turns, turn))
        return corrected

    def _turn(self, guess: str, clues: Sequence[Clue]) -> Turn:
        boards = self.setting.boards
        solved = self.solved
        right = all_correct(len(guess))
        for clue in clues:
            if not 0 <= clue <= right:
                raise InputError(f"clue {clue!r}", f"0 to {right}")

        # Boards that are solved get the clue of their word.
        if len(clues) == len(self.unsolved) < boards:
            received = iter(clues)
            clues = [
                classic(solved[board], guess) if board in solved else next(received)
                for board in range(boards)
            ]
        if len(clues) != boards:
            raise InputError(
                f"{format_count(len(clues), 'clue')}", f"{len(self.unsolved)}"
            )
        return Turn(guess, math.inf, join(clues, len(guess)), boards)


def check_word(words: Vocabulary, word: str) -> str:
    """Return a word in lower case that another game may have accepted as a guess.

    Raises `WordError` when it has another length or unknown letters.
    """
    folded = fold(word.strip())
    if len(folded) != words.length or not set(folded) <= set(words.alphabet):
        return words.check_guess(word)
    return folded
