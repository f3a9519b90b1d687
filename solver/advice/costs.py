"""What guesses cost: exactly where a search is short, else by looking ahead."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from game.clues import all_correct
from game.hard import Hard
from game.words import DATA, Vocabulary
from solver.advice.position import Position
from solver.advice.suggestions import Suggestion, described
from solver.optimal.openings import Problem, Record
from solver.optimal.search import EffortError, Search
from solver.optimal.state import Position as State

EFFORT = 2_000_000_000
"""Clues to look at for one number: two or three seconds."""

_UNLIMITED = 99  # guesses in a game: a review goes on where the game would have ended
_CANDIDATES = 2  # guesses that looking ahead looks into; further on only one


class Value(NamedTuple):
    """Guesses of all games together, and what they begin with.

    Parameters
    ----------
    guesses : float
        As many as there are answers, or more.
    word : str
        The first guess.
    exact : bool
        False where looking ahead has estimated it: then it may be too high.
    """

    guesses: float
    word: str
    exact: bool


class Judge:
    """Judges guesses by what they cost.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.
    hard : Hard
        What the clues ask of the next guess.
    effort : int
        Clues to look at for one number before it is estimated.

    Examples
    --------
    >>> words = ("mount", "count", "found")
    >>> judge = Judge(Vocabulary(words, words))
    >>> judge.cost(judge.search.start(), "found")
    Value(guesses=6, word='found', exact=True)
    >>> judge.best(judge.search.start())
    Value(guesses=5, word='mount', exact=True)
    """

    def __init__(
        self, vocabulary: Vocabulary, hard: Hard = Hard.OFF, effort: int = EFFORT
    ) -> None:
        self.search = Search(vocabulary, hard, _UNLIMITED, effort=effort)

    def state(self, position: Position) -> State:
        """Return a position as the search knows it."""
        return self.search.after([(turn.guess, turn.clue) for turn in position.turns])

    def best(self, state: State, candidates: int = _CANDIDATES) -> Value:
        """Return the best guess, and what it costs.

        Parameters
        ----------
        state : Position
            What is known.
        candidates : int
            Guesses to look into where no search is short enough.
        """
        if state.answers.size == len(self.search.vocabulary.answers):
            found = _proved(self.search.vocabulary, self.search.hard)
            if found is not None:
                return found
        try:
            return Value(*self.search.best(state), exact=True)
        except EffortError:
            some = self.search.promising(state)[:candidates]
            values = [self.cost(state, word) for word in some]
            return min(values, key=lambda v: v.guesses)._replace(exact=False)

    def cost(self, state: State, guess: str) -> Value:
        """Return what a guess costs, itself counted."""
        try:
            return Value(self.search.cost(state, guess, quiet=True), guess, True)
        except EffortError:
            replies = self.search.replies(state, guess)
            replies.pop(all_correct(self.search.vocabulary.length), None)
            values = [self.best(after, 1) for after in replies.values()]
            guesses = state.answers.size + sum(v.guesses for v in values)
            return Value(guesses, guess, all(v.exact for v in values))


def rated(
    judge: Judge, position: Position, suggestions: list[Suggestion]
) -> list[Suggestion]:
    """Return the best guess and suggestions with what they cost, the best first.

    Parameters
    ----------
    judge : Judge
        Judges them.
    position : Position
        A game on one board.
    suggestions : list of Suggestion
        Some guesses; returned as they are where no search is short enough.
    """
    try:
        _, word = judge.search.best(judge.state(position))
    except EffortError:
        return suggestions
    others = [one for one in suggestions if one.guess != word]
    chosen = [described(position, word), *others][: len(suggestions)]
    costs = [extra(judge, position, one.guess) for one in chosen]
    found = [one._replace(extra=cost) for one, cost in zip(chosen, costs, strict=True)]
    return sorted(found, key=lambda s: math.inf if s.extra is None else s.extra)


def extra(judge: Judge, position: Position, guess: str) -> float | None:
    """Return the guesses that a word costs above the best, on average.

    Returns
    -------
    float or None
        None where no search is short enough to tell, or the word may not be played.
    """
    state, search = judge.state(position), judge.search
    if not search.allows(state, guess):
        return None
    try:
        best, cost = search.best(state)[0], search.cost(state, guess, quiet=True)
    except EffortError:
        return None
    return (cost - best) / state.answers.size


@lru_cache(maxsize=4)
def _proved(vocabulary: Vocabulary, hard: Hard) -> Value | None:
    """Return the best opening of games of six guesses, if we ship its proof."""
    problem = Problem(vocabulary, hard)
    for path in DATA.glob("openings-*.csv"):
        with path.open(encoding="utf-8") as file:
            ours = file.readline() == f"# {problem}\n"
        if not ours:
            continue
        record = Record(path, problem)
        if record.best is not None and record.is_complete:
            return Value(record.best.guesses, record.best.opening, exact=True)
    return None
