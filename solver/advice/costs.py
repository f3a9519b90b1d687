"""Costs of guesses: exact where a search is short, else estimated by lookahead."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from game.clues import all_correct
from game.hard import Hard
from game.word_files import DATA
from game.words import Vocabulary
from solver.advice.position import Position
from solver.advice.suggestions import Suggestion, suggestion_of
from solver.optimal.openings import OpeningsFile, Problem
from solver.optimal.search import EffortError, Search
from solver.optimal.state_kernel import State
from solver.trees.objective import TOTAL, Objective

EFFORT = 2_000_000_000
"""Limit of clues that the search of one number reads: two seconds."""

_UNLIMITED = 99  # guesses in a game: a review also covers games that are too long
_CANDIDATES = 2  # guesses that the lookahead examines; only one at deeper levels


class Cost(NamedTuple):
    """Cost of all games together, and their first guess.

    `guesses` is the number of guesses, or the cost under another objective; `word` is
    the first guess. If not `exact`, it is an estimate by lookahead, which may be too
    high.
    """

    guesses: float
    word: str
    exact: bool


class Judge:
    """Cost of guesses, exact or estimated.

    `effort` limits the clues that the search of one number reads before it is
    estimated. Each estimate halves the limit of the next ones, until `renew`.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        hard: Hard = Hard.OFF,
        effort: int = EFFORT,
        objective: Objective = TOTAL,
    ) -> None:
        self.effort = effort
        self.search = Search(
            vocabulary, hard, _UNLIMITED, effort=effort, objective=objective
        )

    def renew(self) -> None:
        """Restore the limit of effort, for another game."""
        self.search.effort = self.effort

    def _spend(self) -> None:
        """Halve the limit after a search that was too long, to bound them together."""
        least = self.effort // 32
        self.search.effort = max((self.search.effort or 0) // 2, least)

    def state(self, position: Position) -> State:
        """Return the state of the exact search for a position."""
        return self.search.after([(turn.guess, turn.clue) for turn in position.turns])

    def best(self, state: State, candidates: int = _CANDIDATES) -> Cost:
        """Return the best guess and its cost.

        `candidates` guesses are examined where no search is short enough.
        """
        if state.answers.size == len(self.search.vocabulary.answers):
            search = self.search
            proved = _proved(search.vocabulary, search.hard, search.objective)
            if proved is not None:
                return proved
        try:
            return Cost(*self.search.best(state), exact=True)
        except EffortError:
            self._spend()
            promising = self.search.promising(state)[:candidates]
            values = [self.cost(state, word) for word in promising]
            return min(values, key=lambda v: v.guesses)._replace(exact=False)

    def cost(self, state: State, guess: str) -> Cost:
        """Return the cost of a guess, itself counted."""
        try:
            return Cost(self.search.cost(state, guess, quiet=True), guess, True)
        except EffortError:
            self._spend()
            replies = self.search.replies(state, guess)
            replies.pop(all_correct(self.search.vocabulary.length), None)
            values = [self.best(after, 1) for after in replies.values()]
            guesses = self.search.step(state) + sum(v.guesses for v in values)
            return Cost(guesses, guess, all(v.exact for v in values))


class CachedJudge(Judge):
    """Cost of guesses in many games: equal positions are searched once.

    Parameters and results are those of `Judge`.
    """

    def __init__(
        self, vocabulary: Vocabulary, hard: Hard = Hard.OFF, effort: int = EFFORT
    ) -> None:
        super().__init__(vocabulary, hard, effort)
        self._known: dict[tuple[bytes, bytes, str], Cost] = {}

    def best(self, state: State, candidates: int = _CANDIDATES) -> Cost:
        """Return the best guess and its cost."""
        key = (state.answers.tobytes(), state.tag.tobytes(), f"{candidates} best")
        if key not in self._known:
            self._known[key] = super().best(state, candidates)
        return self._known[key]

    def cost(self, state: State, guess: str) -> Cost:
        """Return the cost of a guess, itself counted."""
        key = (state.answers.tobytes(), state.tag.tobytes(), guess)
        if key not in self._known:
            self._known[key] = super().cost(state, guess)
        return self._known[key]


def rated(
    judge: Judge, position: Position, suggestions: list[Suggestion]
) -> list[Suggestion]:
    """Return the best guess and suggestions with their costs, the best first.

    Suggestions are returned as they are where no search is short enough.
    """
    try:
        _, word = judge.search.best(judge.state(position))
    except EffortError:
        return suggestions
    others = [suggestion for suggestion in suggestions if suggestion.guess != word]
    chosen = [suggestion_of(position, word), *others][: len(suggestions)]
    costs = [extra(judge, position, suggestion.guess) for suggestion in chosen]
    ranked = [
        suggestion._replace(extra=cost)
        for suggestion, cost in zip(chosen, costs, strict=True)
    ]
    return sorted(ranked, key=lambda s: math.inf if s.extra is None else s.extra)


def extra(judge: Judge, position: Position, guess: str) -> float | None:
    """Return the average number of guesses that a word costs above the best.

    None where no search is short enough, or the word may not be played.
    """
    state, search = judge.state(position), judge.search
    if not search.allows(state, guess):
        return None
    try:
        best, cost = search.best(state)[0], search.cost(state, guess, quiet=True)
    except EffortError:
        return None
    return (cost - best) / search.weight(state)


@lru_cache(maxsize=4)
def shipped(
    vocabulary: Vocabulary, hard: Hard, objective: Objective = TOTAL
) -> OpeningsFile | None:
    """Return the costs and bounds of openings in games of six guesses, if shipped."""
    problem = Problem(vocabulary, hard, objective=objective)
    for path in DATA.glob("openings-*.csv"):
        with path.open(encoding="utf-8") as file:
            ours = file.readline() == f"# {problem}\n"
        if ours:
            return OpeningsFile(path, problem)
    return None


def _proved(vocabulary: Vocabulary, hard: Hard, objective: Objective) -> Cost | None:
    """Return the best opening of games of six guesses, if its proof is shipped."""
    judged = shipped(vocabulary, hard, objective)
    if judged is None or judged.best is None or not judged.is_complete:
        return None
    return Cost(judged.best.guesses, judged.best.opening, exact=True)
