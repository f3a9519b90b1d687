"""Review of a finished game: the skill and luck of each move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from game.clues import all_correct
from game.hard import Known
from solver.advice.costs import Cost, Judge
from solver.optimal.state_kernel import State


class Reviewed(NamedTuple):
    """A move with its skill and luck, averaged over the possible answers.

    They are numbers of guesses, or costs under another objective.

    `before` and `left` are the numbers of possible answers before and after the move, 0
    after a right guess; `expected` is the expected cost to the end of the game if the
    best guess is played. `skill` is the expected cost that the choice of the guess
    added; 0 is optimal. `luck` is the cost saved by the clue relative to its
    expectation; negative is unlucky. If not `exact`, they are estimates by lookahead.
    """

    guess: str
    clue: int
    before: int
    left: int
    best: str
    expected: float
    skill: float
    luck: float
    exact: bool


def review(judge: Judge, turns: Sequence[Known]) -> list[Reviewed]:
    """Rate a game.

    The cost of a game, its number of guesses, is what was expected at the start, plus
    the sum of `skill`, minus the sum of `luck`.

    Raises `InputError` when no answer fits the clues, or a guess was forbidden.
    """
    judge.renew()
    search, right = judge.search, all_correct(judge.search.vocabulary.length)
    states = [search.after(turns[:k]) for k in range(len(turns) + 1)]
    pairs = [
        _values(judge, state, guess)
        for state, (guess, _) in zip(states, turns, strict=False)
    ]
    solved = bool(turns) and turns[-1][1] == right
    end = Cost(0, "", exact=True) if solved else judge.best(states[-1])
    bests = [*(best for best, _ in pairs), end]
    moves = []
    for k, (before, after) in enumerate(pairwise(states)):
        n, (guess, clue), cost = search.weight(before), turns[k], pairs[k][1]
        expected = bests[k].guesses / n
        hoped = (cost.guesses - search.step(before)) / n
        then = bests[k + 1].guesses / search.weight(after)
        moves.append(
            Reviewed(
                guess,
                clue,
                before.answers.size,
                0 if clue == right else after.answers.size,
                bests[k].word,
                expected,
                cost.guesses / n - expected,
                hoped - then,
                bests[k].exact and cost.exact and bests[k + 1].exact,
            )
        )
    return moves


def _values(judge: Judge, state: State, guess: str) -> tuple[Cost, Cost]:
    """Return the values of the best guess and of the guess that was played."""
    best, cost = judge.best(state), judge.cost(state, guess)
    if cost.guesses <= best.guesses:
        best = cost._replace(exact=best.exact)
    return best, cost
