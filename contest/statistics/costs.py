"""Costs of an entry's moves by turn and kind, and the luck of its clues.

They are guesses in classic Wordle, where an exact search is short, else bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from contest.statistics.quantiles import standard_error
from game.protocol import Outcome
from game.record import Game, history_of
from solver.advice.costs import Judge
from solver.advice.noisy_costs import NoisyJudge
from solver.advice.ratings import Unit
from solver.advice.review import review_classic, review_noisy
from solver.numeric.ties import TOLERANCE

ANSWER = "answer"
"""The final answer, in the place of a turn."""


@dataclass(frozen=True, slots=True)
class GameCosts:
    """Costs of the moves of one game.

    `result` is its guesses in classic Wordle, 1 or 0 for a Fibble won or lost, and the
    exact chance of the final answer in WORDPL. `luck` is the luck of all clues. `parts`
    are costs by turn and kind: ``word``, ``answer`` or ``forfeit``. `paid` has the
    expected bits and the price of each turn of WORDPL.
    """

    number: int
    result: float
    luck: float
    parts: dict[str, dict[str, float]]
    paid: dict[str, tuple[float, float]]
    unit: Unit = Unit.BITS

    def sum_costs(self, turn: str = "", kind: str = "") -> float:
        """Return the cost of a turn, of a kind, or of both."""
        return sum(
            cost
            for part_turn, costs in self.parts.items()
            for part_kind, cost in costs.items()
            if turn in ("", part_turn) and kind in ("", part_kind)
        )


@dataclass(frozen=True, slots=True)
class Mean:
    """Mean of games, its standard error and the game with the highest value, if any."""

    mean: float
    error: float
    highest: int | None


def mean_of(games: Sequence[GameCosts], value: Callable[[GameCosts], float]) -> Mean:
    """Return the mean of a value over games."""
    values = np.array([value(game) for game in games])
    # The game to look at; none where nothing was lost, up to rounding.
    top = int(values.argmax())
    highest = games[top].number if values[top] > TOLERANCE else None
    return Mean(float(values.mean()), standard_error(values), highest)


def turns(games: Iterable[GameCosts]) -> list[str]:
    """Return the turns that games have, in order."""
    names = {turn for game in games for turn in game.parts}
    return sorted(names, key=lambda turn: (turn == ANSWER, len(turn), turn))


def kinds(games: Iterable[GameCosts]) -> list[str]:
    """Return the kinds of costs, in the order of a game."""
    present = {kind for game in games for part in game.parts.values() for kind in part}
    return [kind for kind in ("word", ANSWER, "forfeit") if kind in present]


def noisy_costs(number: int, game: Game, judge: NoisyJudge) -> GameCosts:
    """Return the costs of a game of WORDPL or Fibble."""
    review = review_noisy(judge, game.turns, game.final, game.answer)
    parts = {}
    paid = {}
    for turn_number, rated in enumerate(review.turns, 1):
        parts[str(turn_number)] = {"word": rated.rating.cost}
        if game.mode.priced:
            paid[str(turn_number)] = (rated.rating.bits, rated.turn.epsilon)

    # The final answer has a cost of its own, and so has a game that ended without one.
    result = float(game.outcome is Outcome.WON)
    if review.answer is not None:
        parts[ANSWER] = {ANSWER if game.final else "forfeit": review.answer.cost}
        result = review.answer.worth
    luck = sum(rated.rating.luck for rated in review.turns)
    return GameCosts(number, result, luck, parts, paid)


def classic_costs(
    number: int, game: Game, judge: Judge, *, in_bits: bool = False
) -> GameCosts:
    """Return the costs of a game of classic Wordle on one board.

    They are guesses where an exact search is short, and not `in_bits`; else bits.
    """
    known = history_of(game.turns)
    review = review_classic(judge, known, in_bits=in_bits)
    parts = {
        str(turn): {"word": rated.rating.cost}
        for turn, rated in enumerate(review.turns, 1)
    }
    luck = sum(rated.rating.luck for rated in review.turns)
    unit = review.turns[0].rating.unit
    return GameCosts(number, len(known), luck, parts, {}, unit)
