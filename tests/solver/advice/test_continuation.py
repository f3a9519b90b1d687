import numpy as np
import pytest

from game.channels.response import likelihoods
from game.clues import letterwise, parse
from game.record import Turn
from solver.advice.continuation import Continuation, schedule
from solver.advice.noisy_review import review_noisy
from solver.belief.belief import Belief
from solver.belief.noisy_clues import best_posterior
from solver.belief.two_step import best_replies
from tests.solver.samples import TEN, THREE

PLAY = Continuation(TEN)
EVEN = Belief.uniform(10)


@pytest.mark.parametrize("budget", [0.5, 14.45, 36.6, 71.0, 500.0])
def test_the_prices_of_a_schedule_are_the_budget(budget):
    prices = schedule(budget)

    assert sum(prices) == pytest.approx(budget)
    assert min(prices) > 0
    assert prices[-1] == min(prices)


def test_nothing_left_is_the_final_answer():
    belief = Belief(np.log([0.5, 0.3, 0.2]))
    play = Continuation(THREE)

    assert play.value(belief, 0.0, "x") == pytest.approx(0.5)


def test_the_last_guess_is_exact():
    chances = best_posterior(PLAY.matrix, EVEN.probabilities, 9.0, 5)

    assert PLAY.value(EVEN, 9.0, "x") == pytest.approx(chances.max())
    assert PLAY.after(EVEN, 3, [9.0], "x") == pytest.approx(chances[3])


def test_two_guesses_are_the_mean_of_the_exact_value_over_drawn_clues(monkeypatch):
    monkeypatch.setattr("solver.advice.continuation.ROLLOUTS", 1000)
    found = PLAY.after(EVEN, 0, [6.0, 4.0], "x")

    _, chances = best_replies(PLAY.matrix, EVEN.probabilities, 0, 6.0, 4.0, 5)
    # Eight standard errors of a mean of 1,000 chances that differ by some 0.2.
    assert found == pytest.approx(chances.sum(), abs=0.05)


def test_equal_names_draw_equal_games():
    first, again, other = (PLAY.value(EVEN, 30.0, name) for name in "aab")

    assert first == again != other


def heard(guess, epsilon, secret, lies=""):
    """Return a turn with the true clue, or another one."""
    clue = parse(lies, 5) if lies else letterwise(secret, guess)
    return Turn(guess, epsilon, clue)


def test_chances_add_up_to_that_of_the_final_answer():
    turns = [heard("slate", 8.0, "crane"), heard("brick", 6.0, "crane", "ci...")]

    found = review_noisy(PLAY, turns, "count", "crane")

    lost = sum(turn.price + turn.word - turn.luck for turn in found.turns)
    assert found.start - lost - found.answer == pytest.approx(found.final_chance)
    for turn, following in zip(found.turns, found.turns[1:], strict=False):
        after = turn.before - turn.price - turn.word + turn.luck
        assert after == pytest.approx(following.before)


def test_bits_are_those_of_bayes():
    turns = [heard("slate", 8.0, "crane"), heard("brick", 6.0, "crane", "ci...")]
    chances = np.ones(10)
    entropies = [np.log2(10)]
    for turn in turns:
        true_clues = [letterwise(word, turn.guess) for word in TEN.answers]
        chances = chances * likelihoods(turn.clue, turn.epsilon)[true_clues]
        chances /= chances.sum()
        entropies.append(-(chances * np.log2(chances)).sum())

    review = review_noisy(PLAY, turns, "count", "crane")

    gained = [turn.gained for turn in review.turns]
    assert gained == pytest.approx(-np.diff(entropies))
    assert review.turns[-1].chance == pytest.approx(chances[TEN.answer_index["crane"]])
    assert review.likeliest_chance == pytest.approx(chances.max())


def test_the_best_word_and_the_likeliest_answer_lose_nothing():
    first = review_noisy(PLAY, [heard("slate", 9.0, "crane")], "crane").turns[0].best
    clue = letterwise("crane", first)

    found = review_noisy(PLAY, [Turn(first, 9.0, clue)], "crane")

    (turn,) = found.turns
    assert (turn.price, turn.word) == (0.0, 0.0)
    assert turn.expected == turn.best_expected
    assert (found.likeliest, found.answer) == ("crane", 0.0)


def test_a_worse_word_at_the_last_guess_loses_chance():
    (turn,) = review_noisy(PLAY, [heard("vivid", 9.0, "crane")], "crane").turns

    assert turn.word > 0.01
    assert turn.expected < turn.best_expected
    assert turn.rate == turn.expected / 9.0


def test_rank_and_lies_are_those_of_the_secret():
    true = heard("crane", 20.0, "crane")
    (honest,) = review_noisy(PLAY, [true], "crane", "crane").turns
    (lied,) = review_noisy(PLAY, [true], "crane", "count").turns
    (unknown,) = review_noisy(PLAY, [true], "crane").turns

    assert (honest.rank, honest.lies) == (1, 0)
    assert lied.rank > 1
    assert lied.lies == 3
    assert lied.chance < 0.01
    assert (unknown.rank, unknown.chance, unknown.lies) == (None, None, None)
    # At 20 nats a mark is false with probability 2 / (2 + exp(4)).
    assert honest.expected_lies == pytest.approx(5 * 2 / (2 + 2.718281828**4))


def test_a_forfeit_and_a_game_without_a_guess():
    forfeit = review_noisy(PLAY, [heard("crane", 20.0, "crane")], "")
    blind = review_noisy(PLAY, [], "slate")

    assert forfeit.final_chance == 0
    assert forfeit.answer == forfeit.likeliest_chance > 0.9
    assert blind.start == blind.final_chance == pytest.approx(0.1)
