"""Lines against Absurdle: it has no luck, so the same guesses always beat it."""

from __future__ import annotations

from collections.abc import Iterator

import numba
import numpy as np
from numpy.typing import NDArray

from game.adversary import preference
from game.clues import Rule, all_correct
from game.words import Vocabulary
from solver.matrix import clue_matrix

_Answers = NDArray[np.integer]


class Adversary:
    """Knows what Absurdle replies, and how to beat it.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.

    Examples
    --------
    >>> words = ("bake", "cake", "find", "lake")
    >>> adversary = Adversary(Vocabulary(words, words))
    >>> adversary.shortest_line(), adversary.line_to("cake")
    (('bake', 'cake', 'lake'), ('bake', 'lake', 'cake'))
    >>> adversary.line_to("find") is None
    True
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._rows = np.ascontiguousarray(clue_matrix(vocabulary, Rule.CLASSIC))
        clues = range(3**vocabulary.length)
        order = sorted(clues, key=lambda clue: preference(clue, vocabulary.length))
        self._rank = np.empty(len(order), np.int32)
        self._rank[order] = np.arange(len(order))
        self._right = all_correct(vocabulary.length)
        self._most = int(replies(self._rows, self._start, self._rank, self._right)[2])
        self._lost: set[tuple[bytes, int]] = set()

    @property
    def _start(self) -> _Answers:
        return np.arange(len(self.vocabulary.answers), dtype=np.int32)

    def shortest_line(self, answers: _Answers | None = None) -> tuple[str, ...]:
        """Return a shortest sequence of guesses, the last of which must be right.

        Parameters
        ----------
        answers : ndarray, int
            Places of the answers that are left, ascending; without it all.
        """
        left = self._start if answers is None else answers.astype(np.int32)
        limit = 1
        while (line := self._within(left, limit)) is None:
            limit += 1
        return line

    def line_to(
        self, target: str, answers: _Answers | None = None
    ) -> tuple[str, ...] | None:
        """Return a sequence of guesses that leads Absurdle to a word.

        Parameters
        ----------
        target : str
            An answer.
        answers : ndarray, int
            As for `shortest_line`.

        Returns
        -------
        tuple of str or None
            Ends with the word; not always a shortest sequence. None where every
            sequence leads elsewhere: all have been tried.
        """
        place = self.vocabulary.answer_index[self.vocabulary.check_answer(target)]
        left = self._start if answers is None else answers.astype(np.int32)
        return self._lead(left, place, set()) if place in left else None

    def _within(self, left: _Answers, limit: int) -> tuple[str, ...] | None:
        if left.size == 1:
            return (self.vocabulary.answers[left[0]],)
        # The largest bucket is at least as large as the average one.
        if left.size > self._most ** (limit - 1) or limit < 2:
            return None
        if (key := (left.tobytes(), limit)) in self._lost:
            return None
        for guess, after in self._steps(left):
            if limit == 2 and after.size > 1:
                break
            if (rest := self._within(after, limit - 1)) is not None:
                return (guess, *rest)
        self._lost.add(key)
        return None

    def _lead(
        self, left: _Answers, target: int, seen: set[bytes]
    ) -> tuple[str, ...] | None:
        if left.size == 1:
            return (self.vocabulary.answers[target],)
        for guess, after in self._steps(left, target):
            if (key := after.tobytes()) not in seen:
                seen.add(key)
                if (rest := self._lead(after, target, seen)) is not None:
                    return (guess, *rest)
        return None

    def _steps(
        self, left: _Answers, target: int | None = None
    ) -> Iterator[tuple[str, _Answers]]:
        """Yield guesses that leave fewer answers, and these; fewest first."""
        clues, sizes, _ = replies(self._rows, left, self._rank, self._right)
        useful = sizes < left.size
        if target is not None:
            useful &= self._rows[:, target] == clues
        places = np.flatnonzero(useful)
        for g in places[np.argsort(sizes[places], kind="stable")].tolist():
            after = left[self._rows[g, left] == clues[g]]
            yield self.vocabulary.guesses[g], after


@numba.njit(cache=True, nogil=True)
def replies(rows, answers, rank, right):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - compiled
    """Return Absurdle's clue to each guess, how many answers it keeps, most buckets.

    Parameters
    ----------
    rows : ndarray of shape (n_guesses, n_answers), uint8 or uint16
        Clues.
    answers : ndarray, int32
        Places of those that are left.
    rank : ndarray of shape (n_clues,), int32
        Which clue comes first, of those that keep equally many.
    right : int
        The clue of a right guess, which comes last whatever it keeps.
    """
    count = np.zeros(rank.size, np.int32)
    clues = np.empty(rows.shape[0], np.int32)
    sizes = np.empty(rows.shape[0], np.int32)
    most = 0
    for g in range(rows.shape[0]):
        row = rows[g]
        buckets, best = 0, np.int64(row[answers[0]])
        for a in answers:
            buckets += count[row[a]] == 0
            count[row[a]] += 1
        for a in answers:
            c = np.int64(row[a])
            if best == right:
                better = True
            elif count[c] == count[best]:
                better = rank[c] < rank[best]
            else:
                better = count[c] > count[best]
            if better and c != right:
                best = c
        clues[g], sizes[g] = best, count[best]
        most = max(most, buckets)
        for a in answers:
            count[row[a]] = 0
    return clues, sizes, most
