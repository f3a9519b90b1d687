import numpy as np

from game.clues import to_text
from solver import Belief, best_replies
from strategies.quantile import Quantile
from strategies.two_ahead import TwoAhead
from tests.strategies.test_strategies import WORDS, seated


def played(strategy, *clues):
    moves = [strategy.first_move()]
    for clue in clues:
        moves.append(strategy.next_move(*moves[-1], to_text(clue, 5)))
    return moves


def test_only_the_last_guess_but_one_is_chosen_in_another_way():
    schedule = 17.0, 19.0, 19.0, 15.25
    strategy = seated(TwoAhead(schedule))
    other = seated(Quantile(schedule))
    clues = 0, 0

    moves = played(strategy, *clues)
    usual = played(other, *clues)

    assert moves[:2] == usual[:2]
    assert moves[2].epsilon == usual[2].epsilon
    start = Belief.over(WORDS.answers)
    belief = start.after(strategy._history, strategy.setting).probabilities
    # Answers below one in a thousand hardly matter, and every 20th guess is menu
    # enough.
    likely = np.where(belief > 1e-3, belief, 0.0)
    menu = np.arange(0, len(WORDS.guesses), 20)
    chances = [
        best_replies(
            strategy.matrix, likely, WORDS.guess_index[word], 19.0, 15.25, 5, menu
        )[1].sum()
        for word in (moves[2].guess, usual[2].guess)
    ]
    assert chances[0] > chances[1]


def test_a_game_that_has_left_the_schedule_is_played_to_its_end():
    strategy = seated(TwoAhead((9.0, 5.0, 4.0)))
    strategy.first_move()

    # CRANE costs as much as the first two guesses of the schedule.
    guess, price = strategy.next_move("crane", 14.0, ".....")

    assert (guess in WORDS.guess_index, price) == (True, 4.0)
    assert strategy.next_move(guess, price, ".....")[1] == 0.0
