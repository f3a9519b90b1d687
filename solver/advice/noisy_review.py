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

    Parameters
    ----------
    guess : str
        The word that was played.
    epsilon : float
        Its price, in nats.
    clue : int
        The clue that was seen.
    gained : float
        Bits by which the entropy of the secret decreased; below 0 it increased.
    expected : float
        Mutual information of guess and secret, in bits.
    best : str
        The best word at that price: by information of order 2, for the last guess by
        the expected best posterior.
    best_expected : float
        Mutual information of that word, in bits.
    before : float
        Chance to win before the guess, with the budget that the game had left.
    price, word : float
        Chance lost by the price and by the word; below 0, better than the reference.
    luck : float
        Chance gained by the clue, relative to its expectation.
    rank, chance : int and float, or None
        Of the secret after the clue: 1 is the likeliest; its posterior probability.
    lies : int or None
        Marks that are not true.
    expected_lies : float
        Marks that are not true on average, at this price.
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

    Parameters
    ----------
    turns : tuple of NoisyTurn
        The guesses.
    final : str
        The final answer; empty when the game was forfeited.
    final_chance : float
        How probable it was, by the exact posterior; 0 when the game was forfeited.
    likeliest : str
        The likeliest answer.
    likeliest_chance : float
        How probable that was.
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

    Parameters
    ----------
    play : Continuation
        The reference policy.
    turns : sequence of Turn
        The guesses with prices and clues.
    final : str
        The final answer; empty when the game was forfeited.
    secret : str, optional
        For the rank of the secret and the marks that are not true.
    draw : str
        Names the drawn games of the reference policy; another name draws others.

    Raises
    ------
    ContradictionError
        When no answer fits the clues.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> words = Vocabulary(*[("mount", "count", "found")] * 2)
    >>> found = review_noisy(Continuation(words), [Turn("count", 9.0, 81)], "found")
    >>> [turn.best for turn in found.turns], round(found.answer, 3)
    (['mount'], 0.0)
    """
    words = play.vocabulary
    belief = Belief.uniform(len(words.answers))
    place = None if secret is None else words.answer_index[secret]
    before = play.value(belief, budget(turns), f"{draw} 0")
    found = []
    for number, turn in enumerate(turns):
        row, left = words.guess_index[turn.guess], budget(turns[number + 1 :])
        prices, name = [turn.epsilon, *schedule(left)], f"{draw} {number}"
        best = play.best(belief, turn.epsilon + left, turn.epsilon)
        best_value = play.after(belief, best, prices, name)
        value = best_value if best == row else play.after(belief, row, prices, name)
        after = play.update(belief, row, turn.epsilon, turn.clue)
        following = play.value(after, left, f"{draw} {number + 1}")
        own, other = _bits(play, belief, [row, best], turn.epsilon).tolist()
        keep = keep_probability(turn.epsilon, words.length)
        found.append(
            NoisyTurn(
                turn.guess,
                turn.epsilon,
                turn.clue,
                gained=belief.entropy - after.entropy,
                expected=own,
                best=words.guesses[best],
                best_expected=other,
                before=before,
                price=before - best_value,
                word=best_value - value,
                luck=following - value,
                rank=None if place is None else after.rank(place),
                chance=None if place is None else float(after.probabilities[place]),
                lies=None if place is None else _lies(play, turn, place),
                expected_lies=words.length * (1 - keep),
            )
        )
        belief, before = after, following
    chances = belief.probabilities
    chance = float(chances[words.answer_index[final]]) if final else 0.0
    top = belief.best
    return NoisyReview(
        tuple(found), final, chance, words.answers[top], float(chances[top])
    )


def _bits(
    play: Continuation, belief: Belief, rows: list[int], epsilon: float
) -> NDArray[np.float64]:
    some = play.matrix[np.array(rows)]
    return information(some, belief.probabilities, epsilon, play.vocabulary.length)


def _lies(play: Continuation, turn: Turn, place: int) -> int:
    length = play.vocabulary.length
    row = play.vocabulary.guess_index[turn.guess]
    truth = to_marks(int(play.matrix[row, place]), length)
    seen = to_marks(turn.clue, length)
    return sum(a != b for a, b in zip(truth, seen, strict=True))
