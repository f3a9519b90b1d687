"""Review of a finished game of WORDPL or Fibble: the cost and luck of each move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.protocol import Move
from game.record import Turn
from solver.advice.insights import Insight, insights
from solver.advice.noisy_costs import NoisyJudge, Rated


class NoisyTurn(NamedTuple):
    """A turn with its cost and luck; `insight` is None where no secret is known."""

    turn: Turn
    rated: Rated
    insight: Insight | None


class NoisyReview(NamedTuple):
    """A game turn by turn, and its final answer, None in Fibble.

    The word `final` is empty, and its worth 0, in a game that was forfeited.
    """

    turns: tuple[NoisyTurn, ...]
    final: str
    answer: Rated | None


def review_noisy(
    judge: NoisyJudge, turns: Sequence[Turn], final: str, secret: str | None = None
) -> NoisyReview:
    """Rate the moves of a game on one board.

    `final` is the final answer of WORDPL, empty when the game was forfeited. Raises
    `ContradictionError` when no answer fits the clues.
    """
    setting = judge.setting
    seen = iter(()) if secret is None else insights(setting, turns, secret)
    rated = []
    for number, turn in enumerate(turns):
        found = not setting.mode.priced and turn.guess == secret
        each = judge.rate(
            turns[:number],
            Move(turn.guess, turn.epsilon),
            turn.clue,
            found=found,
            answer_follows=bool(final) and number == len(turns) - 1,
        )
        rated.append(NoisyTurn(turn, each, next(seen, None)))
    answer = None
    if setting.mode.priced:
        answer = judge.rate(turns, Move(final, 0.0), None, found=final == secret)
    return NoisyReview(tuple(rated), final, answer)
