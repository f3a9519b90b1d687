"""Search for lower bounds and policies against lies that an adversary chooses.

`solver.checking.lies` checks what this module finds, by code of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from game.clues import Rule
from game.words import Vocabulary
from proofs.lies_kernel import join, largest_bucket, separates, shared_clues
from solver.matrix.clue_matrix import answer_rows, clue_matrix

_TRIED = 60  # answers that are compared before one joins a family


class LiesSearch:
    """The clue matrix with the clues at a distance of k marks."""

    def __init__(self, vocabulary: Vocabulary, lies: int) -> None:
        self.clues = np.array(clue_matrix(vocabulary, Rule.CLASSIC))
        self.itself = answer_rows(vocabulary).astype(np.int64)
        marks = np.array(list(np.ndindex(*[3] * vocabulary.length)))
        differing = (marks[:, None] != marks).sum(axis=2)
        self.near = (differing == lies).astype(np.int64)

    def families(self, seed: int) -> Iterator[list[int]]:
        """Yield families that no guess splits: some clue keeps all other answers.

        Each starts with a random answer. Of some random answers that fit, the one that
        leaves most clues joins it.
        """
        draw = np.random.default_rng(seed)
        packed = np.packbits(self.near.astype(bool), axis=1, bitorder="little")
        packed = np.pad(packed, ((0, 0), (0, -packed.shape[1] % 8))).view(np.uint64)
        while True:
            masks = np.full((len(self.clues), packed.shape[1]), ~np.uint64(0))
            candidates = draw.permutation(len(self.itself))
            family: list[int] = []
            while len(candidates):
                some = candidates[: _TRIED if family else 1]
                fits = np.array(
                    [
                        shared_clues(masks, packed, self.clues, a, self.itself[a])
                        for a in some
                    ]
                )
                rest = list(some[fits > 0])
                if rest:
                    best = int(some[fits.argmax()])
                    family.append(best)
                    join(masks, packed, self.clues, best, self.itself[best])
                    rest.remove(best)
                candidates = draw.permutation([*rest, *candidates[len(some) :]])
            yield family

    def first_guesses(self) -> NDArray[np.intp]:
        """Return all guesses, the ones with small large buckets first."""
        same = np.zeros((len(self.clues), len(self.near)))
        for g, row in enumerate(self.clues):
            same[g] = np.bincount(
                np.delete(row, np.flatnonzero(self.itself == g)),
                minlength=len(self.near),
            )
        return np.argsort(((same @ self.near) ** 8).sum(axis=1), kind="stable")

    def exceeds_after_two(self, limit: int) -> bool:
        """Return whether any two guesses leave more than `limit` answers.

        The adversary shows the clue of the largest bucket first.
        """
        everything = np.arange(len(self.itself))
        for guess in tqdm(range(len(self.clues)), unit="guess", disable=None):
            arrays = self.clues, self.near, self.itself
            _, clue = largest_bucket(*arrays, everything, guess)
            near = self.near[clue, self.clues[guess]] > 0
            answers = np.flatnonzero(near & (self.itself != guess))
            if separates(self.clues, self.near, answers, limit) >= 0:
                return False
        return True
