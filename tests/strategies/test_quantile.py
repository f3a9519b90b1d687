"""A schedule of prices within a hard cap."""

import numpy as np
import pytest

from game.clues import Rule
from game.errors import InputError
from game.protocol import Setting
from game.words import Vocabulary
from solver.belief import Belief
from solver.channel import best_posterior, information
from solver.matrix import clue_matrix
from strategies.quantile import ENTRIES, Quantile

WORDS = Vocabulary.load()
MATRIX = clue_matrix(WORDS, Rule.LETTERWISE)


def seated(strategy):
    strategy.prepare(Setting(WORDS))
    return strategy


def believed(*turns):
    belief = Belief.uniform(2315)
    for guess, seen, epsilon in turns:
        belief = belief.update(MATRIX[WORDS.guess_index[guess]], seen, epsilon, 5)
    return belief


@pytest.mark.parametrize("strategy", ENTRIES, ids=repr)
def test_every_game_spends_the_whole_schedule_and_answers(strategy):
    strategy = seated(strategy)

    moves = [strategy.first_move()]
    while moves[-1][1]:
        moves.append(strategy.next_move(*moves[-1], "i..c."))

    assert [epsilon for _, epsilon in moves] == [*strategy.schedule, 0.0]
    assert moves[0][0] == strategy.opening
    assert moves[-1][0] in WORDS.answer_index


def test_every_guess_between_has_an_order_of_its_own():
    strategy = seated(Quantile((15.0, 14.0, 13.0, 12.0), "reast", (1.5, 3.0)))
    early, late = (
        believed(("reast", 7, 15.0)),
        believed(("reast", 7, 15.0), ("lions", 80, 14.0)),
    )

    moves = strategy.decide(early, 1), strategy.decide(late, 2)

    for move, belief, order in zip(moves, (early, late), (1.5, 3.0), strict=True):
        p = belief.probabilities
        bits = information(MATRIX, p, move.epsilon, 5, order)
        assert move.guess == WORDS.guesses[bits.argmax()]


def test_the_last_guess_has_the_best_posterior_to_expect():
    strategy = seated(Quantile((9.0, 5.0), "trace"))
    belief = believed(("trace", 7, 9.0))

    move = strategy.decide(belief, 1)

    chances = best_posterior(MATRIX, belief.probabilities, 5.0, 5)
    assert move == (WORDS.guesses[np.argmax(chances)], 5.0)


@pytest.mark.parametrize(
    "bad",
    [
        {"schedule": (9.0,)},
        {"schedule": (9.0, -1.0)},
        {"schedule": (9.0, float("inf"))},
        {"orders": (2.0,)},
        {"schedule": (9.0, 8.0, 7.0), "orders": (0.5,)},
        {"opening": "zzzzz"},
        {"opening": ""},
    ],
    ids=repr,
)
def test_it_refuses_what_it_cannot_play(bad):
    with pytest.raises(InputError, match="expected"):
        Quantile(**bad).prepare(Setting(WORDS))
