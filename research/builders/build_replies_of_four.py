"""Rebuild the table of second guesses of strategies/two_ahead.py.

``python -m research.builders.build_replies_of_four`` uses all processors, and takes an
hour of CPU time in total.

The strategy makes four guesses. For each of the 243 possible first clues, the program
compares candidates for the second guess: the words with the most information (Arimoto
information of the order `ORDER`). The program chooses the word with the largest chance
to win. The file has one line for each first clue. The lines are in the order of the
clues as numbers, from 0 to 242. A line has the best word and its price.

The chance is an estimate. The third guess is one of a few words with the most
information. The last guess is chosen from a menu: words that have much information
after some clue to the first candidate, the candidate with the most information.
Unlikely answers and unlikely clues are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray
from tqdm import tqdm

from game.channels.response import likelihoods
from game.clues import Rule
from game.word_files import DATA
from game.words import Vocabulary
from research.builders.build_replies import OPENING, ORDER
from solver.belief.noisy_clues import information
from solver.belief.two_step import best_replies
from solver.matrix.clue_matrix import clue_matrix
from solver.numeric.elementary import total
from solver.numeric.ties import ranking

# Prices of the four guesses, in nats; `PRICES` are further prices that are tried for
# the second guess.
FIRST = 17.0
SECOND = 20.0
THIRD = 18.25
LAST = 14.25
PRICES = (19.0, 21.0)
# The 80 likeliest first clues come in 89 % of the games. After each of these clues,
# `MANY` candidates are compared; after each other clue, only `FEW` candidates.
CLUES = 80
MANY = 48
FEW = 12
FINALISTS = 4  # number of the `MANY` candidates that are compared more closely
FILE = DATA / "replies-trace-of-four.txt"

Matrix = NDArray[np.unsignedinteger]
Belief = NDArray[np.float64]
Reply = tuple[int, float]


class Look(NamedTuple):
    """Limits of a comparison of replies: higher limits make the comparison closer.

    A reply is a second guess with its price. A third and a last guess follow the reply.
    Last guesses come from a menu. The menu has `words` words for each of `clues` clues
    to the first candidate, the second guess with the most information. After each
    second clue, `thirds` third guesses and `lasts` last guesses are compared. An answer
    is left out if its probability is less than `least` times the largest probability.
    The rarest second clues are left out; the sum of their probabilities is at most
    `rest`. `tail` is the total probability of answers that `best_replies` may leave
    out.
    """

    clues: int
    words: int
    thirds: int
    lasts: int
    least: float
    rest: float
    tail: float


QUICK = Look(clues=50, words=8, thirds=1, lasts=100, least=1e-3, rest=0.03, tail=0.05)
CLOSE = Look(clues=80, words=25, thirds=3, lasts=200, least=1e-4, rest=0.01, tail=0.02)


def main() -> None:
    """Choose the second guess and its price for every first clue; write the table."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    words = Vocabulary.load()
    matrix = clue_matrix(words, Rule.LETTERWISE)

    # The belief after each first clue; the likeliest clue comes first.
    even = np.full(len(words.answers), 1 / len(words.answers))
    seen = list(after(matrix, even, (words.guess_index[OPENING], FIRST)))

    # The processes compute in parallel, and the results come in the order of `seen`.
    replies = Parallel(n_jobs=-1, return_as="generator")(
        delayed(reply)(matrix, belief, rank < CLUES)
        for rank, (_, _, belief) in enumerate(seen)
    )
    lines = [""] * len(seen)
    bar = tqdm(replies, total=len(seen), unit="clue", disable=None)
    for (clue, _, _), (row, price) in zip(seen, bar, strict=True):
        lines[clue] = f"{words.guesses[row]} {price}\n"
    FILE.write_text("".join(lines), encoding="utf-8")


def reply(matrix: Matrix, belief: Belief, closely: bool) -> Reply:
    """Return the best second guess and its price after a first clue.

    `belief` has the probability of each answer, given the first clue. The guess is
    returned as a row of the clue matrix `matrix`. The best guess has the largest
    estimate of the chance to win. If `closely`, more guesses and more prices are
    compared.
    """
    ranked = ranking(information(matrix, belief, SECOND, 5, ORDER))
    leader = int(ranked[0]), SECOND

    def best_first(replies: list[Reply], look: Look) -> list[Reply]:
        menu = last_guesses(matrix, belief, leader, look)
        chances = [chance(matrix, belief, reply, menu, look) for reply in replies]
        return [replies[i] for i in ranking(np.array(chances))]

    # A quick look selects the finalists. A close look compares the finalists, and other
    # prices of the first finalist.
    if not closely:
        return best_first([(int(row), SECOND) for row in ranked[:FEW]], QUICK)[0]
    many = [(int(row), SECOND) for row in ranked[:MANY]]
    finalists = best_first(many, QUICK)[:FINALISTS]
    others = [(finalists[0][0], price) for price in PRICES]
    return best_first(finalists + others, CLOSE)[0]


def chance(
    matrix: Matrix, belief: Belief, reply: Reply, menu: NDArray[np.intp], look: Look
) -> float:
    """Return an estimate of the chance to win with the second guess `reply`.

    `reply` is a row of the clue matrix `matrix`, and a price. `belief` has the
    probability of each answer before the second guess. `menu` has words, as rows of the
    clue matrix. The third guess is one of the words of `menu` with the most
    information, and the last guess is a word of `menu`. `look` says how many words,
    clues and answers are considered.
    """
    last = SECOND + LAST - reply[1]
    won = known = 0.0
    for _, share, later in after(matrix, belief, reply):
        likely = np.flatnonzero(later >= look.least * later.max())
        weights = later[likely]
        rows = matrix[np.ix_(menu, likely)]
        bits = information(rows, weights / total(weights), THIRD, 5, ORDER)
        rows = rows[ranking(bits)[: look.lasts]]
        won += share * max(
            total(best_replies(rows, weights, third, THIRD, last, 5, tail=look.tail)[1])
            for third in range(look.thirds)
        )
        known += share
        if known >= 1 - look.rest:
            break
    return won / known


def last_guesses(
    matrix: Matrix, belief: Belief, reply: Reply, look: Look
) -> NDArray[np.intp]:
    """Return the menu of last guesses, as rows of the clue matrix.

    For each of the likeliest clues to the second guess `reply`, the menu has the words
    with the most information after this clue. `belief` has the probability of each
    answer before the second guess. `look` has the number of clues, and the number of
    words for each clue.
    """
    rows = [
        ranking(information(matrix, later, THIRD, 5, ORDER))[: look.words]
        for _, _, later in list(after(matrix, belief, reply))[: look.clues]
    ]
    return np.unique(rows)


def after(
    matrix: Matrix, belief: Belief, reply: Reply
) -> Iterator[tuple[int, float, Belief]]:
    """Yield every clue to the guess `reply`, the likeliest clue first.

    A clue comes with its probability and with the belief after the clue: the
    probability of each answer. `reply` is the guess, a row of the clue matrix `matrix`,
    and its price. `belief` is the belief before the clue.
    """
    row, price = reply
    joint = [belief * likelihoods(clue, price, 5)[matrix[row]] for clue in range(3**5)]
    shares = np.array([total(seen) for seen in joint])
    for clue in ranking(shares):
        yield int(clue), float(shares[clue]), joint[clue] / shares[clue]


if __name__ == "__main__":
    main()
