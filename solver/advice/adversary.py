"""Search for lines against Absurdle: sequences of guesses that win.

Absurdle gives the clue that keeps the most answers. So its clues are predictable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from game.arrays import Numbers
from game.clues import Rule, all_correct
from game.hosts import preference
from game.text.formats import format_count
from game.words import Vocabulary
from solver.advice.adversary_kernel import (
    absurdle_replies,
    find_separating_guess,
    members,
)
from solver.matrix.clue_matrix import clue_matrix

_Answers = NDArray[np.integer]
_Spend = Callable[[int], object]
_Visited = Callable[[], object]

# Each item has the indices of some answers, as bytes, and a number of guesses. No
# sequence of this number of guesses leaves only one of these answers.
_Failed = set[tuple[bytes, int]]


LINE_EFFORT = 1_000_000_000
"""Largest number of clues that the search for a shortest line reads.

A line is a sequence of guesses that wins against Absurdle. To read so many clues takes
about two seconds.
"""


class _ExhaustedError(Exception):
    """The search has read as many clues as it may read."""


class Adversary:
    """Search for lines: sequences of guesses that win against Absurdle."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        rows = clue_matrix(vocabulary, Rule.CLASSIC)

        # A search reads the clues of all guesses for few answers. So `_columns` has a
        # row for each answer, and a column for each guess.
        self._columns = np.array(rows.T, order="C")

        # If several clues keep the most answers, Absurdle gives the one of lowest rank.
        clues = range(3**vocabulary.length)
        order = sorted(clues, key=lambda clue: preference(clue, vocabulary.length))
        self._rank = np.empty(len(order), np.int32)
        self._rank[order] = np.arange(len(order))
        self._right = all_correct(vocabulary.length)

        # `_crowd` has, for each guess, the answers that Absurdle keeps if this guess is
        # the first one. These answers give the same clue to the guess. So if the guess
        # is played in a later position, Absurdle keeps at least as many answers as
        # remain of these answers.
        self._crowd = np.zeros((len(rows), 0), np.uint64)
        largest, *_ = self._replies(self._start, self._start.size)
        self._crowd = members(self._columns, largest)

    @property
    def _start(self) -> _Answers:
        return np.arange(len(self.vocabulary.answers), dtype=np.int32)

    def indices(self, answers: Iterable[str]) -> _Answers:
        """Return the indices of some answers in the vocabulary, in ascending order."""
        index = self.vocabulary.answer_index
        return np.array(sorted(index[word] for word in answers), np.int32)

    def shortest_line(self, answers: _Answers | None = None) -> tuple[str, ...]:
        """Return a shortest sequence of guesses that ends with the right guess.

        There may be several shortest sequences. Then the search takes, at every step,
        the guess that leaves the fewest answers among the guesses that belong to a
        shortest sequence. If several of these guesses leave equally few answers, the
        search takes the first of them in the word list.

        `answers` has the indices of the remaining answers in ascending order; by
        default all answers remain. If the search has read `LINE_EFFORT` clues without
        a result, it takes any sequence that a little more effort finds. This sequence
        may not be a shortest one, but it is the same on every computer.
        """
        left = self._start if answers is None else answers.astype(np.int32)
        failed: _Failed = set()
        steps = 0
        allowed = LINE_EFFORT
        exhausted = False
        with tqdm(unit=" positions", delay=1, disable=None) as bar:

            def spend(cost: int) -> None:
                nonlocal allowed
                bar.update()
                allowed -= cost
                if allowed < 0:
                    raise _ExhaustedError

            # Search lines of one guess, then of two, and so on. So the first line that
            # is found is a shortest line.
            while True:
                try:
                    words = self._within(left, steps, left.size, failed, spend)
                except _ExhaustedError:
                    words = None
                    exhausted = True
                if words is not None:
                    return words
                steps += 1
                bar.set_description_str(f"lines of {format_count(steps + 1, 'guess')}")
                # If the effort is used up, search longer lines with a little more
                # effort each, and take the first line that is found.
                if exhausted:
                    # `least` clues are enough for a search that plays, at every step,
                    # the guess that leaves the fewest answers.
                    least = (steps + 1) * left.size * len(self.vocabulary.guesses)
                    allowed = max(LINE_EFFORT // 20, least)

    def line_to(
        self, target: str, answers: _Answers | None = None
    ) -> tuple[str, ...] | None:
        """Return a sequence of guesses that leads Absurdle to the word `target`.

        The last guess of the sequence is `target`. A shorter sequence may exist. None
        is returned if no sequence leads to `target`, which an exhaustive search shows.
        `answers` has the indices of the remaining answers; by default all remain.
        """
        index = self.vocabulary.answer_index[self.vocabulary.check_answer(target)]
        left = self._start if answers is None else answers.astype(np.int32)
        if index not in left:
            return None
        with tqdm(unit=" positions", delay=1, disable=None) as bar:
            return self._lead(left, index, set(), bar.update)

    def _within(
        self, left: _Answers, steps: int, branching: int, failed: _Failed, spend: _Spend
    ) -> tuple[str, ...] | None:
        """Return a line of at most ``steps + 1`` guesses, or None.

        The guesses before the last one leave only one answer, and the last guess is
        this answer. None is returned if there is no such line. `left` has the indices
        of the answers that remain now. `branching` is an upper bound of the number of
        different clues that one guess can get. `failed` has the sets of answers for
        which no line was found, with the number of guesses. Before clues are read,
        `spend` is called with their number.
        """
        if left.size == 1:
            return (self.vocabulary.answers[left[0]],)

        # Absurdle keeps at least as many answers as the average bucket has. So if more
        # than ``branching**steps`` answers are left, `steps` guesses cannot leave one.
        key = (left.tobytes(), steps)
        if left.size > branching**steps or key in failed:
            return None
        guesses = len(self.vocabulary.guesses)
        if steps == 1:
            spend(guesses)
            if (
                guess := find_separating_guess(self._columns, left, self._rank.size)
            ) >= 0:
                clues = self._columns[left, guess]
                # Every clue keeps one answer. So Absurdle gives the clue of the lowest
                # rank, and the clue of a right guess only if there is no other clue.
                last = left[np.lexsort((self._rank[clues], clues == self._right))[0]]
                return (self.vocabulary.guesses[guess], self.vocabulary.answers[last])
        else:
            # If a guess leaves more than `limit` answers, the guesses that remain after
            # it cannot leave only one answer.
            limit = min(left.size, branching ** (steps - 1))
            spend(guesses * (left.size if limit == left.size else self._crowd.shape[1]))
            clues, sizes, buckets = self._replies(left, limit)
            if limit == left.size:  # `buckets` counts the clues of all guesses
                branching = min(branching, buckets)
            for word, after in self._after(left, clues, sizes):
                later_words = self._within(after, steps - 1, branching, failed, spend)
                if later_words is not None:
                    return (word, *later_words)
        failed.add(key)
        return None

    def _lead(
        self, left: _Answers, target: int, seen: set[bytes], visited: _Visited
    ) -> tuple[str, ...] | None:
        """Return a line that leads Absurdle from some answers to the target, or None.

        `left` has the indices of these answers, and `target` is the index of the
        target. `seen` has the sets of answers that were tried, as bytes. `visited` is
        called once for each set of answers that is searched.
        """
        if left.size == 1:
            return (self.vocabulary.answers[target],)

        # Leave out every guess for which Absurdle's clue rules out the target.
        visited()
        clues, sizes, _ = self._replies(left, left.size)
        sizes[self._columns[target] != clues] = 0
        for word, after in self._after(left, clues, sizes):
            if (key := after.tobytes()) not in seen:
                seen.add(key)
                if (words := self._lead(after, target, seen, visited)) is not None:
                    return (word, *words)
        return None

    def _replies(self, left: _Answers, limit: int) -> tuple[Numbers, Numbers, int]:
        """Return Absurdle's replies to all guesses if the answers `left` remain.

        The first array has Absurdle's clue to each guess. The second array has the
        number of answers that this clue keeps, or 0 if the clue keeps all answers or
        more than `limit` answers. The last result is the largest number of different
        clues that one guess can get.
        """
        clues, sizes, largest = absurdle_replies(
            self._columns, left, self._rank, self._right, limit, self._crowd
        )
        return clues, sizes, largest

    def _after(
        self, left: _Answers, clues: Numbers, sizes: Numbers
    ) -> Iterator[tuple[str, _Answers]]:
        """Yield guesses with the answers that they leave, the fewest answers first.

        `clues` has Absurdle's clue to each guess, and `sizes` has the number of answers
        that this clue keeps of the answers `left`. Guesses of size 0 are left out. If
        several guesses leave the same answers, the first of these guesses is yielded.
        """
        guesses = np.flatnonzero(sizes)
        seen: set[bytes] = set()
        for g in guesses[np.argsort(sizes[guesses], kind="stable")].tolist():
            after = left[self._columns[left, g] == clues[g]]
            if (key := after.tobytes()) not in seen:
                seen.add(key)
                yield self.vocabulary.guesses[g], after
