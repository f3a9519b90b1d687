"""Search for lower bounds and policies against lies that an adversary chooses.

Every shown clue has k lies: it differs from the true clue in exactly k marks. A shown
clue *keeps* the answers with a true clue that can be shown as this clue.
`research.proofs.lies.checker` explains the bounds and policies, and checks the results
of this module by code of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from game.channels.channel import all_differences
from game.clues import Rule
from game.words import Vocabulary
from research.proofs.lies.search_kernel import add_to_family, keeps_all
from solver.matrix.clue_matrix import answer_rows, clue_matrix

_STEPS = 4000  # number of steps of simulated annealing


class LiesSearch:
    """Searches for families of answers that no guess splits, and for first guesses.

    No guess splits a family if, after every guess, some shown clue keeps all answers of
    the family except the guess itself. `clues` is the clue matrix. ``near[t, c]`` is 1
    if the clues t and c differ in exactly `lies` marks, so that the true clue t can be
    shown as c; `packed` has the same table as bits. `itself` has the index of each
    answer among the guesses. `letters` has a number for each letter of each answer.
    """

    def __init__(self, vocabulary: Vocabulary, lies: int) -> None:
        self.clues = np.array(clue_matrix(vocabulary, Rule.CLASSIC))
        self.itself = answer_rows(vocabulary).astype(np.int64)
        words = np.array([list(word) for word in vocabulary.answers])
        letters = np.unique(words, return_inverse=True)[1]
        self.letters: NDArray[np.intp] = letters.reshape(words.shape)
        self.lies = lies
        near = all_differences(vocabulary.length) == lies
        self.near = near.astype(np.int64)
        packed = np.packbits(near, axis=1, bitorder="little")
        self.packed: NDArray[np.uint64] = np.pad(
            packed, ((0, 0), (0, -packed.shape[1] % 8))
        ).view(np.uint64)

    def alike(self) -> list[list[int]]:
        """Return groups of answers, the largest group first.

        The answers of a group differ in the letter at one position only.
        """
        groups = defaultdict[bytes, list[int]](list)
        for p in range(self.letters.shape[1]):
            masked = self.letters.copy()
            masked[:, p] = -1
            for a, row in enumerate(masked):
                groups[row.tobytes()].append(a)
        return sorted(groups.values(), key=len, reverse=True)

    def families(self, seed: int) -> Iterator[list[int]]:
        """Yield families of answers (lists of indices) that no guess splits.

        No guess splits a family if, after every guess, some shown clue keeps all
        answers of the family except the guess itself. Suppose that all answers share
        some letters, and that each other letter occurs in one position only. Then no
        letter of a guess gets all three marks. So answers that come near to this case
        are tried first. `seed` is the seed of the random search, which does not end.
        """
        draw = np.random.default_rng(seed)
        packed = self.packed
        length = self.letters.shape[1]
        while True:
            # Find the answers that share some letters with a randomly chosen answer.
            masks = np.full((len(self.clues), packed.shape[1]), ~np.uint64(0))
            example = self.letters[draw.integers(len(self.letters))]
            shared = draw.permutation(length)[: draw.integers(length + 2 - self.lies)]
            alike = (self.letters[:, shared] == example[shared]).all(axis=1)
            answers = np.flatnonzero(alike)
            wrong = _in_other_positions(self.letters[answers], draw)

            # An answer joins the family if no guess splits the larger family.
            family: list[int] = []
            for a in answers[np.argsort(wrong + draw.random(len(answers)) / 2)]:
                if keeps_all(masks, packed, self.clues, a, self.itself[a]):
                    add_to_family(masks, packed, self.clues, a, self.itself[a])
                    family.append(int(a))
            yield family

    def first_guesses(self) -> NDArray[np.intp]:
        """Return the indices of all guesses, the best first guess first.

        The order is by a sum over all clues that may be shown after the guess: the
        eighth power of the number of answers that the clue keeps. The smallest sum
        comes first. So the clues that keep the most answers decide.
        """
        same = np.zeros((len(self.clues), len(self.near)))
        for g, row in enumerate(self.clues):
            same[g] = np.bincount(
                np.delete(row, np.flatnonzero(self.itself == g)),
                minlength=len(self.near),
            )
        return np.argsort(((same @ self.near) ** 8).sum(axis=1), kind="stable")


def _in_other_positions(
    letters: NDArray[np.intp], draw: np.random.Generator
) -> NDArray[np.intp]:
    """Choose a position for each letter, and count the letters in other positions.

    Each letter of the alphabet gets one position in a word. The result has a number for
    each word: how many letters of the word are not in the position that was chosen for
    the letter. A row of `letters` is a word, and has a number for each letter.

    Simulated annealing chooses the positions, with random numbers from `draw`. The aim
    is that as many words as possible have all letters in the chosen positions. A word
    with one letter in another position counts as 1/8 of such a word.
    """

    def wrong() -> NDArray[np.intp]:
        return np.asarray((position[letters] != np.arange(length)).sum(axis=1))

    length = letters.shape[1]
    kinds = int(letters.max()) + 1
    position = draw.integers(length, size=kinds)
    score = -np.inf
    for heat in np.linspace(2.5, 0.1, _STEPS):
        letter = draw.integers(kinds)
        before = position[letter]
        position[letter] = draw.integers(length)
        counts = np.bincount(wrong(), minlength=2)
        changed = counts[0] + counts[1] / 8
        if changed >= score or draw.random() < np.exp((changed - score) / heat):
            score = changed
        else:
            position[letter] = before
    return wrong()
