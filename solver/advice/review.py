"""What a finished game was worth: move by move, the choice and the clue."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from game.clues import all_correct
from game.hard import Known
from solver.advice.costs import Judge, Value
from solver.optimal.state import Position as State


class Reviewed(NamedTuple):
    """A move and what it was worth, in guesses on average over what was possible.

    Parameters
    ----------
    guess : str
        The word that was played.
    clue : int
        Its clue.
    before, left : int
        Answers that were possible before and after it; none once it was right.
    best : str
        The best guess.
    expected : float
        Guesses to the end, before this one, with the best guess.
    skill : float
        What the choice cost: 0 is perfect.
    luck : float
        What the clue saved; below 0, what it cost.
    exact : bool
        False where looking ahead has estimated it.
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

    The guesses that it took are those expected at the start, and what the choices
    cost, less what the clues saved.

    Parameters
    ----------
    judge : Judge
        Knows the words.
    turns : sequence of (str, int)
        The guesses and their clues.

    Raises
    ------
    InputError
        When no answer fits the clues, or a guess was forbidden.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> judge = Judge(Vocabulary(*[("mount", "count", "found")] * 2))
    >>> first, second = review(judge, [("found", 78), ("count", 242)])
    >>> round(first.skill, 2), round(first.luck, 2), round(second.luck, 2)
    (0.33, -0.5, 0.5)
    """
    search, right = judge.search, all_correct(judge.search.vocabulary.length)
    states = [search.after(turns[:k]) for k in range(len(turns) + 1)]
    pairs = [
        _values(judge, state, guess)
        for state, (guess, _) in zip(states, turns, strict=False)
    ]
    solved = bool(turns) and turns[-1][1] == right
    end = Value(0, "", exact=True) if solved else judge.best(states[-1])
    bests = [*(best for best, _ in pairs), end]
    found = []
    for k, (before, after) in enumerate(pairwise(states)):
        n, (guess, clue), cost = before.answers.size, turns[k], pairs[k][1]
        expected, hoped = bests[k].guesses / n, cost.guesses / n - 1
        then = bests[k + 1].guesses / after.answers.size
        found.append(
            Reviewed(
                guess,
                clue,
                n,
                0 if clue == right else after.answers.size,
                bests[k].word,
                expected,
                cost.guesses / n - expected,
                hoped - then,
                bests[k].exact and cost.exact and bests[k + 1].exact,
            )
        )
    return found


def _values(judge: Judge, state: State, guess: str) -> tuple[Value, Value]:
    """Return the best guess and the guess that was played, with what they cost."""
    best, cost = judge.best(state), judge.cost(state, guess)
    if cost.guesses <= best.guesses:
        best = cost._replace(exact=best.exact)
    return best, cost
