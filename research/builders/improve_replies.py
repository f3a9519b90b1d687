"""Rebuild the better table of second guesses, which the entry quantile/p50 uses.

``python -m research.builders.improve_replies`` takes about 6 minutes. It starts with
the table that research/builders/build_replies.py makes. A reply is a second guess with
its price. For each of the likeliest first clues, the program compares the reply of the
table with other words and prices. The best replies are then compared by their exact
chance to win. So a reply that replaces the reply of the table is never worse.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from game.channels.response import likelihoods
from game.clues import Rule
from game.word_files import DATA
from game.words import Vocabulary
from research.builders.build_replies import FILE, OPENING, ORDER, SCHEDULE
from solver.belief.noisy_clues import information
from solver.belief.two_step import TAIL, best_replies
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.elementary import total
from solver.numeric.ties import ranking

CLUES = 45  # the reply is improved for this number of the likeliest first clues
CANDIDATES = 40  # number of second guesses that are compared at the price `PRICE`
FINALISTS = 4  # number of the `CANDIDATES` that are compared more closely
LAST_GUESSES = 1500  # number of words in the longer menu of last guesses
PRICE = 13.875  # the price at which second guesses are first compared, in nats
PRICES = (13.375, 14.125, 14.375, 14.875)
IMPROVED = DATA / "replies-trace-exact.txt"

Reply = tuple[int, float]


def main() -> None:
    """Write the table of second guesses with the better replies to likely clues."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    words = Vocabulary.load()
    matrix = clue_matrix(words, Rule.LETTERWISE)
    lines = FILE.read_text(encoding="utf-8").splitlines()
    first = matrix[words.guess_index[OPENING]]
    seen = [likelihoods(clue, SCHEDULE[0], 5)[first] for clue in range(len(lines))]
    # A better reply to an unlikely clue would gain almost nothing.
    likeliest = ranking(np.array([total(joint) for joint in seen]))[:CLUES]
    for clue in tqdm(likeliest, unit="clue", disable=None):
        word, price = lines[clue].split()
        now = words.guess_index[word], float(price)
        row, best = improve_reply(matrix, seen[clue] / total(seen[clue]), now)
        lines[clue] = f"{words.guesses[row]} {best}"
    IMPROVED.write_text("\n".join([*lines, ""]), encoding="utf-8")


def improve_reply(
    matrix: NDArray[np.unsignedinteger], belief: NDArray[np.float64], now: Reply
) -> Reply:
    """Return the reply (second guess and price) with the largest known chance to win.

    The search computes the chances to win of many replies. `belief` has the probability
    of each answer after the first clue. `now` is the reply of the present table; the
    result is `now` if no better reply is found. The second guess is a row of the clue
    matrix `matrix`.
    """
    left = SCHEDULE[1] + SCHEDULE[2]

    def answer_clues(
        reply: Reply, last: NDArray[np.intp] | None = None, tail: float = TAIL
    ) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        row, price = reply
        return best_replies(matrix, belief, row, price, left - price, 5, last, tail)

    def sorted_by_chance(
        replies: list[Reply], last: NDArray[np.intp] | None, tail: float
    ) -> list[Reply]:
        chances = [total(answer_clues(reply, last, tail)[1]) for reply in replies]
        return [replies[i] for i in ranking(np.array(chances))]

    # First compare many words at one price, with a short menu of last guesses.
    ranked = ranking(information(matrix, belief, PRICE, 5, ORDER))
    many = ranked[:LAST_GUESSES]
    leaders = (int(ranked[0]), PRICE), now
    menu = np.unique([answer_clues(reply, many, 0.1)[0] for reply in leaders])
    rows = np.unique([*ranked[:CANDIDATES], now[0]])
    replies = sorted_by_chance([(int(row), PRICE) for row in rows], menu, 0.1)

    # Then compare a few of these words, and other prices of the best word, with a
    # longer menu of last guesses.
    finalists = sorted_by_chance(replies[:FINALISTS], many, 0.05)
    others = [(finalists[0][0], price) for price in PRICES]
    replies = sorted_by_chance([*dict.fromkeys([*finalists, *others, now])], many, 0.05)

    # Last, compare three replies exactly: the present reply, the best reply, and the
    # best reply with another word.
    second = next(reply for reply in replies if reply[0] != replies[0][0])
    last = [*dict.fromkeys([now, replies[0], second])]
    return sorted_by_chance(last, None, TAIL)[0]


if __name__ == "__main__":
    main()
