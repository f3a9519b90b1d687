"""Command that proves openings impossible if any guess may be the answer.

An opening is impossible if no strategy with it wins every game in six guesses.

``python -m research.proofs.any_guess FILE`` writes sets of words. Even if all clues are
true, no strategy finds every word of such a set in five guesses. All sets are parts of
one family, ?ILLS: its words differ in one letter only. Suppose that an opening is not
in a set, and gets the same clue from all words of the set. Then no strategy with this
opening finds every word of the set in six guesses.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.clues import Rule
from game.words import Vocabulary
from research.proofs.any_guess_kernel import can_find
from solver.matrix.clue_matrix import clue_matrix

GUESSES = 6
GREEN = 242

# For each number of guesses left, at most this number of parts that can be found is
# kept, and at most this number of parts that cannot be found (see `Family`).
_PROVED = 8192


class Family(NamedTuple):
    """A set of at most 20 words, and the partitions that guesses make of the set.

    A *part* is a subset of the family: an integer with a bit for each word. A *bucket*
    is the part of words that get the same clue from a guess, and a *mask* is a bucket
    of two words or more. A *partition* is the masks of a guess; guesses with equal
    masks share a partition.
    """

    words: NDArray[np.int64]
    bits: NDArray[np.uint64]  # the bit of each guess; 0 if it is no word of the family
    masks: NDArray[np.uint64]  # the masks of all partitions, partition by partition
    starts: NDArray[np.int64]  # index of the first mask of each partition, then the end
    caps: NDArray[np.int64]  # caps[k]: k guesses find at most this number of words
    # decided[k, part]: the result of `can_find` with k guesses left, or 0 if unknown.
    decided: NDArray[np.int8]
    # proved[k, 0] has parts that k guesses can find. proved[k, 1] has parts that k
    # guesses cannot find.
    proved: NDArray[np.uint64]
    sizes: NDArray[np.int64]  # the number of parts in each row of `proved`


def find_family(words: tuple[str, ...]) -> list[int]:
    """Return indices of a largest set of words that are equal except for one position.

    Examples
    --------
    >>> find_family(("bill", "ball", "tall", "mall"))
    [1, 2, 3]
    """
    groups: dict[str, list[int]] = {}
    for p in range(len(words[0])):
        for i, word in enumerate(words):
            groups.setdefault(f"{word[:p]}?{word[p + 1 :]}", []).append(i)
    return max(groups.values(), key=len)


def make_family(rows: NDArray[np.uint8], words: list[int]) -> Family:
    """Return the family of some words: their set, and the partitions that guesses make.

    `words` has the indices of the words, at most 20. `rows` is the clue matrix, with a
    row for each guess and a column for each word.
    """
    # For the proof, guesses are equal if their buckets of two words or more are equal.
    numbers: dict[tuple[int, ...], int] = {}
    for row in rows[:, words].tolist():
        buckets: dict[int, int] = {}
        for i, clue in enumerate(row):
            buckets[clue] = buckets.get(clue, 0) | 1 << i
        several = sorted((b for b in buckets.values() if b & b - 1), key=_largest_first)
        numbers.setdefault(tuple(several), len(numbers))

    # A cap is an upper bound of the number of words that a number of guesses can find.
    # One guess finds one word. With one guess more, at most the previous cap is found
    # in each bucket of the first guess. The sum over all buckets bounds the words that
    # this first guess can find. The next cap is the largest sum over all first guesses.
    caps = [1, 1]
    while len(caps) <= GUESSES:
        losses = (sum(max(b.bit_count() - caps[-1], 0) for b in p) for p in numbers)
        caps.append(len(words) - min(losses))
    bits = np.zeros(len(rows), np.uint64)
    bits[words] = 1 << np.arange(len(words), dtype=np.uint64)
    return Family(
        words=np.array(words),
        bits=bits,
        masks=np.array([b for p in numbers for b in p], np.uint64),
        starts=np.cumsum([0, *map(len, numbers)]),
        caps=np.array(caps),
        decided=np.zeros((GUESSES, 1 << len(words)), np.int8),
        proved=np.zeros((GUESSES, 2, _PROVED), np.uint64),
        sizes=np.zeros((GUESSES, 2), np.int64),
    )


def _largest_first(bits: int) -> tuple[int, int]:
    return -bits.bit_count(), bits


def hard_parts(rows: NDArray[np.uint8], family: Family) -> dict[int, int]:
    """Return a dictionary from impossible openings to parts of the family.

    An opening is impossible if no strategy with it wins every game in six guesses. The
    keys are rows of the clue matrix `rows`. The value of an opening is a part of
    `family`: an integer with a bit for each word. The part proves that the opening is
    impossible: five guesses cannot find all words of the part, and the opening gets the
    same clue from all these words.
    """
    hard: dict[int, int] = {}
    for opening, row in enumerate(rows[:, family.words]):
        for clue in np.unique(row[row != GREEN]):
            part = int(family.bits[family.words[row == clue]].sum())
            if not can_find(family, np.uint64(part), GUESSES - 1):
                proved = family.proved[GUESSES - 1, 1, : family.sizes[GUESSES - 1, 1]]
                hard[opening] = next(p for p in proved.tolist() if p & part == p)
    return hard


def main() -> None:
    """Write the sets of words that prove openings impossible."""
    parser = argparse.ArgumentParser(
        prog="python -m research.proofs.any_guess",
        description=__doc__.splitlines()[0],
    )
    parser.add_argument(
        "file", type=Path, help="file to write: a set of words on each line"
    )
    path = parser.parse_args().file
    words = Vocabulary.load().guesses
    rows = np.asarray(clue_matrix(Vocabulary(words, words), Rule.CLASSIC))
    family = make_family(rows, find_family(words))
    hard = hard_parts(rows, family)
    # A line has the words of a set. The set may prove several openings impossible.
    lines = [
        " ".join(words[a] for a in family.words if part & int(family.bits[a])) + "\n"
        for part in dict.fromkeys(hard.values())
    ]
    path.write_text("".join(lines), encoding="utf-8")
    sys.stdout.write(
        f"{len(lines)} sets prove that {len(hard):,} openings cannot win every game in "
        "six guesses\n"
    )


if __name__ == "__main__":
    main()
