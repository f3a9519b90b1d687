"""Rebuild the table of second guesses of strategies/quantile.py.

Run from anywhere, for half an hour at most: ``python data/build_replies.py``. For each
of the 243 first clues the words with the most information are compared by the chance
to win that they leave, two clues from the end; the last guess is chosen, for that
comparison, from the words that promise most.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

from game.clues import Rule  # noqa: E402
from game.noise import likelihoods  # noqa: E402
from game.words import Vocabulary  # noqa: E402
from solver.channel import best_posterior, information  # noqa: E402
from solver.continuation import chance_after  # noqa: E402
from solver.matrix import clue_matrix  # noqa: E402

OPENING, SCHEDULE, ORDER = "reast", (14.0, 12.6, 10.1), 2.0
CANDIDATES, MENU = 6, 240
FILE = HERE / "replies-reast-14.0-12.6-10.1.txt"


def main() -> None:
    """Choose a word for every clue and write the file."""
    words = Vocabulary.load()
    matrix = clue_matrix(words, Rule.LETTERWISE)
    first = matrix[words.guess_index[OPENING]]
    replies = []
    for clue in tqdm(range(3**words.length), unit="clue"):
        joint = likelihoods(clue, SCHEDULE[0], words.length)[first]
        replies.append(words.guesses[reply(matrix, joint / joint.sum())])
    FILE.write_text("\n".join(replies) + "\n", encoding="utf-8")


def reply(matrix: NDArray[np.unsignedinteger], belief: NDArray[np.float64]) -> int:
    """Return the row of the second guess that leaves the largest chance to win."""
    _, price, last = SCHEDULE
    bits = information(matrix, belief, price, 5, ORDER)
    chances = best_posterior(matrix, belief, last, 5)
    menu = np.union1d(np.argsort(-bits)[:MENU], np.argsort(-chances)[:MENU])
    candidates = np.argsort(-bits, kind="stable")[:CANDIDATES]
    found = [chance_after(matrix, belief, g, price, last, 5, menu) for g in candidates]
    return int(candidates[np.argmax(found)])


if __name__ == "__main__":
    main()
