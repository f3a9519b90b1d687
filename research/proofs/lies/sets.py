"""Search for sets of answers that need many guesses against lies.

Every shown clue has a fixed number of lies: marks that differ from the true clue. After
a guess, a shown clue *keeps* the answers with a true clue that can be shown as this
clue, except the guess itself. A set needs n guesses if, for every guess, some shown
clue keeps a part of the set that needs n - 1 guesses. Every proved set is reduced to a
small part that needs as many guesses; the part then helps to prove other sets. A set of
answers or of guesses is an integer with a bit for each member.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from research.proofs.lies.search import LiesSearch
from research.proofs.lies.search_kernel import guesses_that_keep, largest_sizes


class SetSearch:
    """Searches for sets of answers that need many guesses, and keeps the proved sets.

    The keys of ``parts[n]`` are sets of answers that are proved to need n guesses. The
    value of a set is the set of the guesses after which some shown clue keeps all
    answers of this set. A key of `parts_of` is a pair: a number of guesses, and a set
    that is proved to need this number of guesses. The value is the smaller sets from
    which this was proved. `enough` has a pair for each proof that failed: a set and a
    number of guesses. `every` is the set of all guesses. Sets are integers with a bit
    for each member.
    """

    def __init__(self, search: LiesSearch) -> None:
        self.clues = search.clues
        self.itself = search.itself
        self.packed = search.packed
        self.near = search.near.astype(np.uint16)
        self.every = (1 << len(self.clues)) - 1
        self.parts: dict[int, dict[int, int]] = defaultdict(dict)
        self.parts_of: dict[tuple[int, int], list[int]] = {}
        self.enough: set[tuple[int, int]] = set()

    def learn(self, groups: list[list[int]]) -> None:
        """Prove as well as possible how many guesses each group of answers needs.

        A group has indices of answers. The search tries to prove that the group needs
        3, 4, ... guesses, until a proof fails. The proved sets are kept in `parts`, and
        help to prove other sets.
        """
        for group in groups:
            answers = as_bits(np.array(group))
            guesses = 3
            while self.part(answers, guesses):
                guesses += 1

    def part(self, answers: int, guesses: int) -> int:
        """Return a part of the set `answers` that is proved to need `guesses` guesses.

        Sets of answers are integers with a bit for each answer. The result is 0, the
        empty set, if no part is found that needs so many guesses.
        """
        if answers.bit_count() < guesses or (answers, guesses) in self.enough:
            return 0
        # Any two answers need two guesses.
        if guesses == 2:
            one = answers & -answers
            other = answers ^ one
            return self._add(one | (other & -other), 2)
        if known := next(self._within(answers, guesses), 0):
            return known

        # Find the guesses after which some clue keeps a known part.
        keeps = self.parts[guesses - 1]
        covered = 0
        for part in self._within(answers, guesses - 1):
            covered |= keeps[part]

        # For each other guess, a part of one of its buckets must be proved.
        indices = as_indices(answers)
        for guess in self._evenest_first(indices, self.every & ~covered):
            if covered >> guess & 1:
                continue
            buckets = self._buckets(indices, guess, guesses - 1)
            part = next(filter(None, (self.part(b, guesses - 1) for b in buckets)), 0)
            if not part:
                self.enough.add((answers, guesses))
                return 0
            covered |= keeps[part]
        return self._add(self._reduce(answers, guesses), guesses)

    def lines(self, answers: int, guesses: int) -> list[tuple[int, int]]:
        """Return the proof that the set `answers` needs `guesses` guesses, as pairs.

        A pair has a number of guesses, and a set of answers that needs so many guesses.
        The pairs are in ascending order. Each pair follows from pairs with the number
        that is smaller by one, and from the fact that two answers need two guesses.
        """
        needed = {(guesses, answers)}
        todo = [(guesses, answers)]
        while todo:
            guesses, answers = todo.pop()
            new = {(guesses - 1, p) for p in self.parts_of.get((guesses, answers), ())}
            todo.extend(new - needed)
            needed |= new
        return sorted(pair for pair in needed if pair[0] > 2)

    def _within(self, answers: int, guesses: int) -> Iterator[int]:
        others = ~answers
        return (part for part in self.parts[guesses] if not part & others)

    def _evenest_first(self, answers: NDArray[np.intp], guesses: int) -> list[int]:
        """Return the guesses in the set `guesses`, by the size of their largest bucket.

        A bucket is the part of `answers` that a shown clue keeps after the guess. The
        guess with the smallest largest bucket comes first. `answers` has indices, and
        `guesses` has a bit for each guess.
        """
        rows = as_indices(guesses)
        sizes = largest_sizes(self.clues, self.near, self.itself, answers, rows)
        ordered: list[int] = rows[np.argsort(sizes, kind="stable")].tolist()
        return ordered

    def _buckets(
        self, answers: NDArray[np.intp], guess: int, least: int
    ) -> Iterator[int]:
        """Yield the buckets of `guess` with `least` answers or more, the largest first.

        A bucket is the part of `answers` that a shown clue keeps after the guess: an
        integer with a bit for each answer. `answers` has indices.
        """
        answers = answers[self.itself[answers] != guess]
        keeps = self.near[self.clues[guess, answers]] > 0
        sizes = keeps.sum(axis=0)
        for clue in np.argsort(-sizes, kind="stable").tolist():
            if sizes[clue] < least:
                return
            yield as_bits(answers[keeps[:, clue]])

    def _reduce(self, answers: int, guesses: int) -> int:
        """Return a smaller part of the set `answers` that needs as many guesses.

        `guesses` is the number of guesses that `answers` is proved to need. If no
        answer can be left out of the proof, the result is the whole set.
        """
        keeps = self.parts[guesses - 1]
        parts = list(self._within(answers, guesses - 1))
        # Try to leave out every answer. Answers in few known parts are tried first.
        bits = [1 << a for a in as_indices(answers).tolist()]
        for bit in sorted(bits, key=lambda bit: sum(p & bit > 0 for p in parts)):
            fewer = [part for part in parts if not part & bit]
            covered = 0
            for part in fewer:
                covered |= keeps[part]
            if covered == self.every:
                answers = answers & ~bit
                parts = fewer
        self.parts_of.setdefault((guesses, answers), parts)
        return answers

    def _add(self, answers: int, guesses: int) -> int:
        if answers not in self.parts[guesses]:
            keeps = guesses_that_keep(
                self.clues, self.packed, self.itself, as_indices(answers)
            )
            self.parts[guesses][answers] = as_bits(np.flatnonzero(keeps))
        return answers


def as_bits(indices: NDArray[np.intp]) -> int:
    """Return the integer of which the bits at `indices` are 1, and all other bits 0."""
    members = np.zeros(int(indices.max(initial=-1)) + 1, bool)
    members[indices] = True
    return int.from_bytes(np.packbits(members, bitorder="little").tobytes(), "little")


def as_indices(bits: int) -> NDArray[np.intp]:
    """Return the indices of the bits of the integer `bits` that are 1, ascending.

    Examples
    --------
    >>> as_indices(0b1101).tolist()
    [0, 2, 3]
    """
    raw = bits.to_bytes(bits.bit_length() // 8 + 1, "little")
    return np.flatnonzero(
        np.unpackbits(np.frombuffer(raw, np.uint8), bitorder="little")
    )
