import numpy as np
import pytest

from game import InputError, to_text
from solver.belief.noisy_clues import best_posterior, information
from strategies import two_ahead
from strategies.quantile import ENTRIES, Quantile
from tests.strategies.test_strategies import MATRIX, WORDS, believed, seated


@pytest.mark.parametrize("strategy", [*ENTRIES.values(), *two_ahead.ENTRIES.values()])
def test_every_game_spends_the_whole_schedule_and_answers(strategy):
    strategy = seated(strategy)

    moves = [strategy.first_move()]
    while moves[-1][1]:
        moves.append(strategy.next_move(*moves[-1], "i..c."))

    assert len(moves) == len(strategy.schedule) + 1
    assert moves[-1][1] == 0.0
    assert sum(epsilon for _, epsilon in moves) == sum(strategy.schedule)
    assert moves[0][0] == strategy.opening
    assert moves[-1][0] in WORDS.answer_index


@pytest.mark.parametrize("order", [1.5, 2.0])
def test_a_guess_between_tells_most_by_its_order(order):
    strategy = seated(Quantile((15.0, 14.0, 12.0), order, opening="reast"))
    belief = believed(("reast", 7, 15.0))

    move = strategy.decide(belief, 1)

    bits = information(MATRIX, belief.probabilities, 14.0, 5, order)
    assert move.epsilon == 14.0
    # What is not looked at is one answer in a thousand.
    assert bits[WORDS.guess_index[move.guess]] > bits.max() - 0.01


def test_a_table_holds_the_reply_to_every_first_clue(tmp_path, monkeypatch):
    words = WORDS.guesses[100:343]
    lines = [f"{word} {3 + place / 1000}\n" for place, word in enumerate(words)]
    (tmp_path / "replies.txt").write_text("".join(lines))
    monkeypatch.setattr("strategies._parameters.DATA", tmp_path)
    strategy = seated(Quantile((9.0, 5.0, 4.0), replies="replies.txt"))

    for clue in (0, 100, 242):
        first = strategy.first_move()
        second = strategy.next_move(*first, to_text(clue, 5))
        assert second == (words[clue], 3 + clue / 1000)
        assert strategy.next_move(*second, ".....")[1] == pytest.approx(9 - second[1])


@pytest.mark.parametrize(
    "text",
    [
        "trace 3\ncrane 3\n",
        "zzzzz 3\n" * 243,
        "crane\n" * 243,
        "crane 9\n" * 243,
        "crane expensive\n" * 243,
        None,
    ],
)
def test_a_table_that_does_not_fit_is_refused(tmp_path, monkeypatch, text):
    if text:
        (tmp_path / "replies.txt").write_text(text)
    monkeypatch.setattr("strategies._parameters.DATA", tmp_path)

    with pytest.raises(InputError, match="expected"):
        seated(Quantile((9.0, 5.0, 4.0), replies="replies.txt"))


def test_the_last_guess_has_the_best_posterior_to_expect():
    strategy = seated(Quantile((9.0, 5.0)))
    belief = believed(("trace", 7, 9.0))

    move = strategy.next_move(*strategy.first_move(), to_text(7, 5))

    chances = best_posterior(MATRIX, belief.probabilities, 5.0, 5)
    assert move == (WORDS.guesses[np.argmax(chances)], 5.0)
