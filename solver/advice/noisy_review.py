"""Review of a finished WORDPL game: bits, luck, and losses of the chance to win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.clues import Clue, to_marks
from game.noise import keep_probability
from game.record import Turn, budget
from solver.advice.continuation import Continuation, schedule
from solver.belief.belief import Belief
from solver.belief.noisy_clues import information


class NoisyTurn(NamedTuple):
    """A guess of WORDPL with its information, its loss and its luck.

    The price is in nats. The entropy of the secret decreased by `gained` bits;
    `expected` is the mutual information of guess and secret, in bits. `best` is the
    best word at that price, by information of order 2, for the last guess by the
    expected best posterior; `best_expected` is its mutual information.

    `before` is the chance to win before the guess, with the budget that the game had
    left; `price` and `word` are the chance lost by each, below 0 if better than the
    reference; `luck` is the chance gained by the clue, relative to its expectation.

    `rank` and `chance` are those of the secret after the clue, and `lies` is the number
    of marks that are not true; they are None where the secret is unknown.
    `expected_lies` is the average number of such marks at this price.
    """

    guess: str
    epsilon: float
    clue: Clue
    gained: float
    expected: float
    best: str
    best_expected: float
    before: float
    price: float
    word: float
    luck: float
    rank: int | None
    chance: float | None
    lies: int | None
    expected_lies: float

    @property
    def rate(self) -> float:
        """Expected bits per nat."""
        return self.expected / self.epsilon


class NoisyReview(NamedTuple):
    """A game of WORDPL, turn by turn, and its final answer.

    The chance before the first guess, less what prices, words and the answer lost, plus
    the luck of the clues, is the chance that the final answer was right.

    `final` is empty and `final_chance` 0 when the game was forfeited. Chances are exact
    posteriors.
    """

    turns: tuple[NoisyTurn, ...]
    final: str
    final_chance: float
    likeliest: str
    likeliest_chance: float

    @property
    def start(self) -> float:
        """Chance to win before the first guess."""
        return self.turns[0].before if self.turns else self.likeliest_chance

    @property
    def answer(self) -> float:
        """Chance lost by the final answer."""
        return self.likeliest_chance - self.final_chance


def review_noisy(
    play: Continuation,
    turns: Sequence[Turn],
    final: str,
    secret: str | None = None,
    draw: str = "review",
) -> NoisyReview:
    """Rate a game of WORDPL against the reference policy.

    Before each guess the game has the budget that it spent from then on. The price of
    the guess is compared with that of the reference policy, and the word with the best
    word at that price; in each case the reference policy plays on.

    `final` is empty when the game was forfeited. `secret` gives the rank of the secret
    and the marks that are not true. `draw` names the drawn games of the reference
    policy. Raises `ContradictionError` when no answer fits the clues.
    """
    words = play.vocabulary
    answer = None if secret is None else words.answer_index[secret]
    belief = Belief.uniform(len(words.answers))
    before = play.value(belief, budget(turns), f"{draw} 0")
    reviewed = []
    for number, turn in enumerate(turns):
        remaining = budget(turns[number + 1 :])
        values = _compare_words(play, belief, turn, remaining, f"{draw} {number}")
        row, best = words.guess_index[turn.guess], values.best
        bits, best_bits = _bits(play, belief, [row, best], turn.epsilon).tolist()
        after = play.update(belief, row, turn.epsilon, turn.clue)
        following = play.value(after, remaining, f"{draw} {number + 1}")
        keep = keep_probability(turn.epsilon, words.length)
        reviewed.append(
            NoisyTurn(
                turn.guess,
                turn.epsilon,
                turn.clue,
                gained=belief.entropy - after.entropy,
                expected=bits,
                best=words.guesses[best],
                best_expected=best_bits,
                before=before,
                price=before - values.of_best,
                word=values.of_best - values.of_guess,
                luck=following - values.of_guess,
                rank=None if answer is None else after.rank(answer),
                chance=None if answer is None else float(after.probabilities[answer]),
                lies=None if answer is None else _count_lies(play, turn, answer),
                expected_lies=words.length * (1 - keep),
            )
        )
        belief, before = after, following
    chances, likeliest = belief.probabilities, belief.best
    return NoisyReview(
        tuple(reviewed),
        final,
        float(chances[words.answer_index[final]]) if final else 0.0,
        words.answers[likeliest],
        float(chances[likeliest]),
    )


class _Comparison(NamedTuple):
    """The best word at the price of a guess, and the chances to win with either."""

    best: int
    of_best: float
    of_guess: float


def _compare_words(
    play: Continuation, belief: Belief, turn: Turn, remaining: float, draw: str
) -> _Comparison:
    """Compare a guess with the best word; the reference policy spends what remains."""
    guess = play.vocabulary.guess_index[turn.guess]
    prices = [turn.epsilon, *schedule(remaining)]
    best = play.best(belief, turn.epsilon + remaining, turn.epsilon)
    of_best = play.after(belief, best, prices, draw)
    of_guess = of_best if best == guess else play.after(belief, guess, prices, draw)
    return _Comparison(best, of_best, of_guess)


def _bits(
    play: Continuation, belief: Belief, rows: list[int], epsilon: float
) -> NDArray[np.float64]:
    guesses = play.matrix[np.array(rows)]
    return information(guesses, belief.probabilities, epsilon, play.vocabulary.length)


def _count_lies(play: Continuation, turn: Turn, answer: int) -> int:
    length = play.vocabulary.length
    row = play.vocabulary.guess_index[turn.guess]
    truth = to_marks(int(play.matrix[row, answer]), length)
    seen = to_marks(turn.clue, length)
    return sum(a != b for a, b in zip(truth, seen, strict=True))
