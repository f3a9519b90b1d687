import pytest

from game.clues import letterwise, parse
from game.record import Turn
from game.words import Vocabulary
from solver.advice.continuation import Continuation
from solver.advice.noisy_review import review_noisy

SOME = (
    *("crane", "slate", "mount", "brick", "jumpy"),
    *("waltz", "vivid", "hover", "salty", "count"),
)
WORDS = Vocabulary(SOME, SOME)
PLAY = Continuation(WORDS)


def told(guess, epsilon, secret, lies=""):
    """Return a turn with the true clue, or another one."""
    clue = parse(lies, 5) if lies else letterwise(secret, guess)
    return Turn(guess, epsilon, clue)


def test_chances_add_up_to_that_of_the_final_answer():
    turns = [told("slate", 8.0, "crane"), told("brick", 6.0, "crane", "ci...")]

    found = review_noisy(PLAY, turns, "count", "crane")

    lost = sum(turn.price + turn.word - turn.luck for turn in found.turns)
    assert found.start - lost - found.answer == pytest.approx(found.final_chance)
    for turn, following in zip(found.turns, found.turns[1:], strict=False):
        after = turn.before - turn.price - turn.word + turn.luck
        assert after == pytest.approx(following.before)


def test_the_best_word_and_the_likeliest_answer_lose_nothing():
    first = review_noisy(PLAY, [told("slate", 9.0, "crane")], "crane").turns[0].best
    clue = letterwise("crane", first)

    found = review_noisy(PLAY, [Turn(first, 9.0, clue)], "crane")

    (turn,) = found.turns
    assert (turn.price, turn.word) == (0.0, 0.0)
    assert turn.expected == turn.best_expected
    assert (found.likeliest, found.answer) == ("crane", 0.0)


def test_a_worse_word_at_the_last_guess_loses_chance():
    (turn,) = review_noisy(PLAY, [told("vivid", 9.0, "crane")], "crane").turns

    assert turn.word > 0.01
    assert turn.expected < turn.best_expected
    assert turn.rate == turn.expected / 9.0


def test_rank_and_lies_are_those_of_the_secret():
    true = told("crane", 20.0, "crane")
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
    forfeit = review_noisy(PLAY, [told("crane", 20.0, "crane")], "")
    blind = review_noisy(PLAY, [], "slate")

    assert forfeit.final_chance == 0
    assert forfeit.answer == forfeit.likeliest_chance > 0.9
    assert blind.start == blind.final_chance == pytest.approx(0.1)
