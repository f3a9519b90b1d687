"""Costs of guesses: exact where a search is short, else estimated by lookahead."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.clues import all_correct
from game.hard import Hard
from game.record import history_of
from game.word_files import DATA
from game.words import Vocabulary
from solver.advice.position import Position
from solver.optimal.openings import OpeningsFile, Problem
from solver.optimal.search import MAX_GUESSES, EffortError, Search
from solver.optimal.state_kernel import State
from solver.trees.objective import NEVER, TOTAL, Objective

_EFFORT = 2_000_000_000
"""Limit of clues that the search of one number reads: two seconds."""

LONGEST = 99
"""Guesses in which every game is over, also one that is lost before."""

_CANDIDATES = 2  # guesses that the lookahead examines; only one at deeper levels


class Cost(NamedTuple):
    """Cost of all games together, and their first guess.

    `guesses` is the number of guesses; `word` is the first guess. If not `exact`, it is
    an estimate by lookahead, which may be too high.
    """

    guesses: float
    word: str
    exact: bool


class Judge:
    """Cost of guesses, exact or estimated; equal positions are searched once.

    `effort` limits the clues that the search of one number reads before it is
    estimated. Each estimate halves the limit of the next ones, until `renew`.

    With `limit`, the guesses in a game, a longer game costs as much as the limit and a
    penalty. The penalty is so high that the guesses that win the most games are the
    best, and among them those with the fewest guesses; `parts` separates the two. It
    is ignored, and `self.limit` None, where one number cannot hold both: with a limit
    of six in lists of over 6,688 words.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        hard: Hard = Hard.OFF,
        effort: int = _EFFORT,
        limit: int | None = None,
    ) -> None:
        self.effort = effort
        self._options = effort, limit
        self.limit: int | None = None
        self._penalty = NEVER
        objective = TOTAL
        if limit is not None and limit < LONGEST:
            # All games together stay below `NEVER`. The penalty has to exceed what
            # their guesses cost, so that `parts` can separate the two.
            games = sum(vocabulary.weight.values())
            penalty = NEVER // games - limit - 1
            if penalty > limit * games:
                self.limit = limit
                self._penalty = penalty
                objective = Objective((*range(1, limit + 1), limit + penalty))
        self.search = Search(vocabulary, hard, LONGEST, objective, effort)
        self._known: dict[tuple[bytes, bytes, int, str], Cost] = {}

    def at(self, position: Position, guess: str = "") -> tuple[Judge, State]:
        """Return the judge of the words that a position considers, and its state.

        It judges a guess that the list lacks, too. Raises `InputError` when no word
        fits.
        """
        words = position.setting.vocabulary
        likely = position.candidates().likely
        if not likely or (position.suits_strategies and guess in words.guess_index):
            return self, self.state(position)

        # Search the words that fit, with all the guesses of the game.
        played = [turn.guess for turn in position.turns] + [guess] * bool(guess)
        guesses = tuple(dict.fromkeys((*words.guesses, *played)))
        hard = self.search.hard
        weights = [words.weight.get(word, 1) for word in likely if words.weights]
        considered = Vocabulary(tuple(likely), guesses, tuple(weights))
        judge = Judge(considered, hard, *self._options)
        return judge, judge.state(position)

    def parts(self, cost: float) -> tuple[float, float]:
        """Return the games lost and the guesses of all games together, by their cost.

        A lost game has as many guesses as the limit leaves.
        """
        return divmod(cost, self._penalty)

    def renew(self) -> None:
        """Restore the limit of effort, for another game."""
        self.search.effort = self.effort

    def _spend(self) -> None:
        """Halve the limit after a search that was too long, to bound them together."""
        least = self.effort // 32
        self.search.effort = max((self.search.effort or 0) // 2, least)

    def state(self, position: Position) -> State:
        """Return the state of the exact search for a position."""
        return self.search.after(history_of(position.turns))

    def best(self, state: State, candidates: int = _CANDIDATES) -> Cost:
        """Return the best guess and its cost.

        `candidates` guesses are examined where no search is short enough.
        """
        key = key_of(state, f"{candidates} best")
        if key not in self._known:
            self._known[key] = self._find_best(state, candidates)
        return self._known[key]

    def cost(self, state: State, guess: str) -> Cost:
        """Return the cost of a guess, itself counted."""
        key = key_of(state, guess)
        if key not in self._known:
            self._known[key] = self._find_cost(state, guess)
        return self._known[key]

    def _find_best(self, state: State, candidates: int) -> Cost:
        # All answers are left: a shipped proof may know the best opening.
        if state.answers.size == len(self.search.vocabulary.answers):
            search, (_, limit) = self.search, self._options
            proved = _find_proved_cost(search.vocabulary, search.hard)
            # A game of the proof has six guesses, and none is lost.
            if proved is not None and limit == MAX_GUESSES:
                return proved
            # Without a limit the same opening is the best. In hard mode its games cost
            # less then, as some take more than six guesses.
            if proved is not None and limit is None:
                return (
                    proved if search.hard is Hard.OFF else self.cost(state, proved.word)
                )
        try:
            return Cost(*self.search.best(state), exact=True)
        except EffortError:
            self._spend()
            promising = self.search.promising_guesses(state)[:candidates]
            values = [self.cost(state, word) for word in promising]
            return min(values, key=lambda v: v.guesses)._replace(exact=False)

    def _find_cost(self, state: State, guess: str) -> Cost:
        try:
            return Cost(self.search.cost(state, guess, quiet=True), guess, True)
        except EffortError:
            self._spend()
            replies = self.search.replies(state, guess)
            replies.pop(all_correct(self.search.vocabulary.length), None)
            values = [self.best(after, 1) for after in replies.values()]
            guesses = self.search.step(state) + sum(v.guesses for v in values)
            return Cost(guesses, guess, all(v.exact for v in values))


def key_of(state: State, text: str) -> tuple[bytes, bytes, int, str]:
    """Return a key of a state and a text, for a cache."""
    return state.answers.tobytes(), state.tag.tobytes(), state.left, text


@lru_cache(maxsize=4)
def _find_proved_cost(vocabulary: Vocabulary, hard: Hard) -> Cost | None:
    """Return the best opening of games of six guesses, if its proof is shipped."""
    problem = Problem(vocabulary, hard)
    for path in DATA.glob("openings-*.csv"):
        with path.open(encoding="utf-8") as file:
            is_ours = file.readline() == f"# {problem}\n"
        if is_ours:
            judged = OpeningsFile(path, problem)
            if judged.best is not None and judged.is_complete:
                return Cost(judged.best.guesses, judged.best.opening, exact=True)
    return None
