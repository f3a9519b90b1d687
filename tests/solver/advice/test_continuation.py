import numpy as np
import pytest

from game.words import Vocabulary
from solver.advice.continuation import Continuation, schedule
from solver.belief.belief import Belief
from solver.belief.noisy_clues import best_posterior
from solver.belief.two_step import best_replies

SOME = (
    *("crane", "slate", "mount", "brick", "jumpy"),
    *("waltz", "vivid", "hover", "salty", "count"),
)
WORDS = Vocabulary(SOME, SOME)


@pytest.mark.parametrize("budget", [0.5, 14.45, 36.6, 71.0, 500.0])
def test_the_prices_of_a_schedule_are_the_budget(budget):
    prices = schedule(budget)

    assert sum(prices) == pytest.approx(budget)
    assert min(prices) > 0
    assert prices[-1] == min(prices)


def test_nothing_left_is_the_final_answer():
    belief = Belief(np.log([0.5, 0.3, 0.2]))
    play = Continuation(Vocabulary(SOME[:3], SOME[:3]))

    assert play.value(belief, 0.0, "x") == pytest.approx(0.5)


def test_the_last_guess_is_exact():
    belief, play = Belief.uniform(10), Continuation(WORDS)

    chances = best_posterior(play.matrix, belief.probabilities, 9.0, 5)

    assert play.value(belief, 9.0, "x") == pytest.approx(chances.max())
    assert play.after(belief, 3, [9.0], "x") == pytest.approx(chances[3])


def test_two_guesses_are_the_mean_of_the_exact_value_over_drawn_clues(
    monkeypatch,
):
    monkeypatch.setattr("solver.advice.continuation.ROLLOUTS", 1000)
    belief, play = Belief.uniform(10), Continuation(WORDS)

    found = play.after(belief, 0, [6.0, 4.0], "x")

    _, chances = best_replies(play.matrix, belief.probabilities, 0, 6.0, 4.0, 5)
    # Eight standard errors of a mean of 1,000 chances that differ by some 0.2.
    assert found == pytest.approx(chances.sum(), abs=0.05)


def test_equal_names_draw_equal_games():
    belief, play = Belief.uniform(10), Continuation(WORDS)

    first, again, other = (play.value(belief, 30.0, name) for name in "aab")

    assert first == again != other
