"""Costs of an entry's moves by turn and by kind, and the luck of the clues.

The cost of a move is how much worse the move is than the best move. There are three
kinds of costs: the costs of words, of final answers and of forfeits. In classic Wordle
the unit is guesses, if an exact search is short enough. In all other games the unit is
bits.
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
"""Key of the final answer in `GameCosts.parts`; other keys are numbers of turns."""


@dataclass(frozen=True, slots=True)
class GameCosts:
    """Costs of the moves of one game.

    Parameters
    ----------
    number : int
        The number of the game in its run.
    result : float
        In classic Wordle the number of guesses. In Fibble 1 for a win and 0 for a loss.
        In WORDPL the exact chance that the final answer is right, or 0 if there is no
        final answer.
    luck : float
        The sum of the luck of all clues.
    parts : dict
        For each turn, a dict with the costs of the turn. The keys are ``1``, ``2`` and
        so on, and ``answer`` for the final answer. The keys of the inner dict are kinds
        of costs: ``word``, ``answer`` or ``forfeit``.
    paid : dict
        In WORDPL, for each turn, the expected information of the clue in bits, and the
        price of the guess in nats. In all other games the dict is empty.
    unit : Unit
        The unit of the costs and the luck.
    """

    number: int
    result: float
    luck: float
    parts: dict[str, dict[str, float]]
    paid: dict[str, tuple[float, float]]
    unit: Unit = Unit.BITS

    def sum_costs(self, turn: str = "", kind: str = "") -> float:
        """Return the sum of the costs of the kind `kind` in the turn `turn`.

        If `turn` is empty, the costs of all turns are added. If `kind` is empty, the
        costs of all kinds are added.
        """
        return sum(
            cost
            for part_turn, costs in self.parts.items()
            for part_kind, cost in costs.items()
            if turn in ("", part_turn) and kind in ("", part_kind)
        )


@dataclass(frozen=True, slots=True)
class Mean:
    """Mean of a value over games, and the standard error of the mean.

    `highest` is the number of the game with the highest value, or None if no value is
    above 0.
    """

    mean: float
    error: float
    highest: int | None


def mean_of(games: Sequence[GameCosts], value: Callable[[GameCosts], float]) -> Mean:
    """Return the mean, over games, of the numbers that the function `value` returns.

    `value` gets a game and returns a number, such as the cost of a move.
    """
    values = np.array([value(game) for game in games])
    # If no value is above 0, apart from rounding errors, `highest` is None.
    top = int(values.argmax())
    highest = games[top].number if values[top] > TOLERANCE else None
    return Mean(float(values.mean()), standard_error(values), highest)


def turns(games: Iterable[GameCosts]) -> list[str]:
    """Return the turns that any of the games has: ``1``, ``2``, and so on.

    The final answer, ``answer``, is the last of them.
    """
    names = {turn for game in games for turn in game.parts}
    return sorted(names, key=lambda turn: (turn == ANSWER, len(turn), turn))


def kinds(games: Iterable[GameCosts]) -> list[str]:
    """Return the kinds of costs in the games: ``word``, ``answer`` and ``forfeit``.

    A kind that no game has is left out.
    """
    present = {kind for game in games for part in game.parts.values() for kind in part}
    return [kind for kind in ("word", ANSWER, "forfeit") if kind in present]


def noisy_costs(number: int, game: Game, judge: NoisyJudge) -> GameCosts:
    """Return the costs of a game of WORDPL or Fibble.

    `number` is the number of the game in its run. `judge` rates the moves.
    """
    review = review_noisy(judge, game.turns, game.final, game.answer)
    parts = {}
    paid = {}
    for turn_number, rated in enumerate(review.turns, 1):
        parts[str(turn_number)] = {"word": rated.rating.cost}
        if game.mode.priced:
            paid[str(turn_number)] = (rated.rating.bits, rated.turn.epsilon)

    # The final answer has a cost of its own. If the game was forfeited and has no final
    # answer, the forfeit has a cost.
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

    `number` is the number of the game in its run. `judge` rates the moves. The unit is
    guesses if an exact search is short enough and `in_bits` is false. Otherwise the
    unit is bits.
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
