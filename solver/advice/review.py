"""Review of a finished game: the cost and luck of each move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from game.clues import all_correct
from game.hard import Known
from game.protocol import Mode, Setting
from solver.advice.costs import Cost, Judge
from solver.advice.position import Position
from solver.optimal.state_kernel import State


class Reviewed(NamedTuple):
    """A move with its cost and luck, averaged over the possible answers.

    They are numbers of guesses, of which a lost game has one more than the limit of the
    judge, or costs under another objective.

    `before` and `left` are the numbers of possible answers before and after the move, 0
    after a right guess; `expected` is the expected number to the end of the game if
    the best guess is played. `cost` is what the choice of the guess added to it; 0 is
    optimal. `luck` is what the clue saved relative to its expectation; negative is
    unlucky. If not `exact`, they are estimates by lookahead.
    """

    guess: str
    clue: int
    before: int
    left: int
    best: str
    expected: float
    cost: float
    luck: float
    exact: bool


def review(judge: Judge, turns: Sequence[Known]) -> list[Reviewed]:
    """Rate a game.

    The number of guesses of a game is what was expected at the start, plus
    the sum of `cost`, minus the sum of `luck`.

    Raises `InputError` when no answer fits the clues, or a guess was forbidden.
    """
    judge.renew()
    search = judge.search
    right = all_correct(search.vocabulary.length)
    position = Position(Setting(search.vocabulary, Mode.CLASSIC, hard=search.hard))
    rated = []
    for guess, clue in turns:
        rated.append(_rate(*judge.at(position, guess), guess))
        position = position.play(guess, [clue])
    rated.append(_rate(*judge.at(position), "", over=turns[-1][1] == right))
    moves = []
    for (guess, clue), (before, after) in zip(turns, pairwise(rated), strict=True):
        moves.append(
            Reviewed(
                guess,
                clue,
                before.left,
                0 if clue == right else after.left,
                before.best.word,
                before.best.guesses,
                before.cost.guesses - before.best.guesses,
                before.hoped - after.best.guesses,
                before.best.exact and before.cost.exact and after.best.exact,
            )
        )
    return moves


class _Rated(NamedTuple):
    """A position: the mean costs of the best guess, of the one played and after it."""

    left: int
    best: Cost
    cost: Cost
    hoped: float


def _rate(judge: Judge, state: State, guess: str, *, over: bool = False) -> _Rated:
    """Rate the guess that was played, if any, and the best one."""
    best = Cost(0, "", exact=True) if over else judge.best(state)
    cost = judge.cost(state, guess) if guess else best
    if cost.guesses <= best.guesses:
        best = cost._replace(exact=best.exact)
    weight, step = judge.search.weight(state), judge.search.step(state)

    def mean(cost: float) -> float:
        return sum(judge.parts(cost)) / weight

    return _Rated(
        state.answers.size,
        best._replace(guesses=mean(best.guesses)),
        cost._replace(guesses=mean(cost.guesses)),
        mean(cost.guesses - step),
    )
