"""Position of a game without prices: its turns, and the words that can be the secret.

A game may have several boards.
"""

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

    The first `listed` words are listed answers. The other words are valid guesses that
    are no listed answers. Both groups are in the order of their lists.
    """

    words: tuple[str, ...]
    weights: Floats
    listed: int

    @property
    def answers(self) -> list[str]:
        """The words that are listed answers."""
        return list(self.words[: self.listed])

    @property
    def others(self) -> list[str]:
        """The words that are no listed answers."""
        return list(self.words[self.listed :])

    @property
    def outweighed(self) -> bool:
        """Whether the secret is probably no listed answer.

        This is true if the total weight of the words that are no listed answers is
        larger than the total weight of the words that are listed answers.
        """
        return total(self.weights[self.listed :]) > total(self.weights[: self.listed])

    @property
    def likely(self) -> list[str]:
        """The likely words: the listed answers, or all words of the candidates.

        All words are likely if the words that are no listed answers are together more
        probable than the listed answers together.
        """
        return list(self.words) if self.outweighed else self.answers

    @property
    def only_likely(self) -> Candidates:
        """The candidates without the words that are not likely."""
        count = len(self.likely)
        return Candidates(self.words[:count], self.weights[:count], self.listed)


@lru_cache(maxsize=8)
def _prior_weights(vocabulary: Vocabulary, any_word: bool) -> Floats:
    """Return a read-only array: the prior weight of each guess to be the secret.

    If `any_word` is false, the weight of a guess that is no listed answer is 0. The
    weights are computed once for all positions with the same words.
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
    """The turns of a game so far, and the words that fit the clues.

    If `any_word` is true, the secret may be a valid guess that is no listed answer.
    `solver.advice.prior` has the weights of such words.
    """

    setting: Setting
    turns: tuple[Turn, ...] = ()
    any_word: bool = True

    def add(self, guess: str, clues: Sequence[Clue]) -> Position:
        """Return the position after a guess.

        If the guess was played before, the new clues replace its earlier clues. So a
        mistyped clue can be corrected. The guesses after it stay in the position. But a
        correction can make a solved board unsolved again. Then the guesses that were
        played after this board was solved are removed: they have no clue for the board.

        `clues` has one clue for each board, or one for each unsolved board. The guess
        may be in no list.

        Raises `InputError` if the guess is no word of the right length, if the number
        of clues is wrong, or if a clue is out of range. Also raises `InputError` if
        hard mode forbids the guess, or if a right guess does not fit the clues before.
        """
        guess = check_word(self.setting.vocabulary, guess)
        resumed = self._replay_later_turns(self.before(guess).play(guess, clues))
        resumed.check()
        return resumed

    def play(self, guess: str, clues: Sequence[Clue]) -> Position:
        """Return the position after one more guess, which may repeat an earlier guess.

        `clues` has one clue for each board, or one for each unsolved board. Raises
        `InputError` if the guess or a clue is invalid, if the number of clues is wrong,
        or if the turns are impossible (see `check`).
        """
        guess = check_word(self.setting.vocabulary, guess)
        played = replace(self, turns=(*self.turns, self._turn(guess, clues)))
        played.check()
        return played

    def check(self) -> None:
        """Raise `InputError` if the turns are impossible.

        The turns are impossible if hard mode forbids a guess, or if a right guess does
        not fit the clues before it. If clues may lie, nothing is checked.
        """
        for board in range(0 if self.channel.ends else self.setting.boards):
            history = [(turn.guess, turn.clues[board]) for turn in self.turns]
            check_turns(history, self.setting.hard)

    def before(self, guess: str) -> Position:
        """Return the position before a guess was played.

        If the guess was not played, this position is returned.
        """
        played = [turn.guess for turn in self.turns]
        index = played.index(guess) if guess in played else len(played)
        return replace(self, turns=self.turns[:index])

    def remove(self, guess: str) -> Position:
        """Return the position without a guess.

        The guesses after it stay in the position. But the removal can make a solved
        board unsolved again. Then the guesses that were played after this board was
        solved are removed, too: they have no clue for the board.

        Raises `InputError` if the guess was not played.
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
        """The channel: the rule by which true clues become the clues that are seen."""
        return channel_of(self.setting)

    @property
    def solved(self) -> dict[int, str]:
        """A dict that has, for the index of each solved board, the word that was found.

        If clues may lie, a right guess ends the game. So a clue in which all marks are
        correct can be true only in the last turn. In an earlier turn it is a lie.
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
        """The indices of the boards that are not solved yet."""
        solved = self.solved
        return [board for board in range(self.setting.boards) if board not in solved]

    @property
    def guesses_left(self) -> float:
        """The number of guesses until the game is lost.

        The number is ``inf`` in a game without a limit of guesses, and if as many
        guesses as the limit were already played.
        """
        left = self.setting.max_turns - len(self.turns)
        return left if left > 0 and self.setting.max_turns < MAX_MOVES else math.inf

    @property
    def suits_strategies(self) -> bool:
        """Whether strategies can give advice.

        Strategies know only the words of the lists. So every guess must be listed, and
        listed answers must be likely on every unsolved board.
        """
        listed = self.setting.vocabulary.guess_index
        return all(turn.guess in listed for turn in self.turns) and not any(
            self.candidates(board).outweighed for board in self.unsolved
        )

    def candidates(self, board: int = 0) -> Candidates:
        """Return the words that fit every clue of a board, with their probabilities.

        The probabilities are relative. Raises `InputError` if there is no such board.
        The methods `answers` and `belief` raise this error as well.
        """
        words = self.setting.vocabulary
        logs = self._log_weights(board)
        answers = answer_rows(words)
        listed = answers[logs[answers] > -math.inf]
        is_other = logs > -math.inf
        is_other[answers] = False

        # A list of answers that a person gives is complete. So other words are
        # considered only if no answer fits the clues.
        if len(listed) and other_weights(words) is None:
            is_other[:] = False
        rows = np.concatenate((listed, np.flatnonzero(is_other)))
        fitting = tuple(words.guesses[row] for row in rows.tolist())
        return Candidates(fitting, self._prior[rows] * exp(logs[rows]), len(listed))

    def answers(self, board: int = 0) -> list[str]:
        """Return the answers that fit every clue of a board, in their list's order."""
        return self.candidates(board).answers

    def belief(self, board: int = 0) -> Belief:
        """Return the belief, given the clues of a board: a probability for each answer.

        Raises `ContradictionError` if no answer fits the clues.
        """
        words = self.setting.vocabulary
        rows = answer_rows(words)
        log_weights = self._log_weights(board)[rows]
        if log_weights.max() == -math.inf:
            raise ContradictionError(f"no answer fits the clues of board {board + 1}")
        log_weights += log2(self._prior[rows]) * math.log(2)
        return Belief(log_weights, words.answers)

    def _log_weights(self, board: int) -> Floats:
        """Return the log-likelihood of the clues of a board, for each possible secret.

        The array has an element for each guess: the natural logarithm of the likelihood
        of all clues if this guess is the secret, plus the same constant for all
        guesses. The element is ``-inf`` if the guess cannot be the secret.
        """
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

        # If all marks of the last clue are correct, and if the last guess fits the
        # clues before it, then this guess is the secret.
        if self.turns and clue == right:
            won = np.where(row == right, before, -math.inf)
            if won.max() > -math.inf:
                return won
        return logs

    @property
    def _prior(self) -> Floats:
        """For each guess, the prior weight of the guess to be the secret."""
        return _prior_weights(self.setting.vocabulary, self.any_word)

    def _replay_later_turns(self, corrected: Position, removed: int = 0) -> Position:
        """Return the position `corrected`, followed by later turns of this position.

        `corrected` replaces the first turns of this position. The first `removed` of
        the other turns are left out. So is every turn without a received clue for a
        board that `corrected` makes unsolved again (see `add`).
        """
        for turn in self.turns[len(corrected.turns) + removed :]:
            lost = self.before(turn.guess).solved.items() - corrected.solved.items()
            # The clue of a solved board was not received, but computed from the word of
            # the board. If the board is no longer solved, this clue is not valid.
            if not any(turn.clues[b] == classic(word, turn.guess) for b, word in lost):
                corrected = replace(corrected, turns=(*corrected.turns, turn))
        return corrected

    def _turn(self, guess: str, clues: Sequence[Clue]) -> Turn:
        """Return a turn with a clue for every board.

        Raises `InputError` if a clue is out of range, or if the number of clues is
        wrong.
        """
        boards = self.setting.boards
        solved = self.solved
        right = all_correct(len(guess))
        for clue in clues:
            if not 0 <= clue <= right:
                raise InputError(f"clue {clue!r}", f"0 to {right}")

        # The clue of a solved board is not given, but computed from the found word.
        if len(clues) == len(self.unsolved) < boards:
            received = iter(clues)
            clues = [
                classic(solved[board], guess) if board in solved else next(received)
                for board in range(boards)
            ]
        if len(clues) != boards:
            raise InputError(
                format_count(len(clues), "clue"),
                f"{len(self.unsolved)}, one for each board that is not solved",
            )
        return Turn(guess, math.inf, join(clues, len(guess)), boards)


def check_word(words: Vocabulary, word: str) -> str:
    """Return a word in lower case, also if it is in no word list.

    A game with other lists may allow the word. Raises `WordError` if the word has the
    wrong length or unknown letters.
    """
    folded = fold(word.strip())
    if len(folded) != words.length or not set(folded) <= set(words.alphabet):
        return words.check_guess(word)
    return folded
