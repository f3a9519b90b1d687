"""Costs of guesses: exact if a search is short, otherwise estimated by lookahead."""

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
"""Largest number of clues of the clue matrix that one search may read.

To read so many clues takes a few seconds.
"""

_MOST_HALVINGS = 5
"""Largest number of times that a `Judge` halves the effort limit of its searches.

The effort limit is the number of clues that one search may read. So this limit is never
below 1/32 of its first value.
"""

LONGEST = 99
"""Largest number of guesses in one game of the search of a `Judge`.

The number is so large that every game ends with the right guess. If a `Judge` has a
lower `limit`, like six guesses, the search still continues every game to the right
guess. But a game with more guesses than `limit` counts as lost.
"""

_CANDIDATES = 2
"""Number of guesses that are compared if the cost of a position is estimated.

The compared guesses are the most promising guesses. After a compared guess, the
estimate assumes that you play the most promising guess of each following position.
"""

StateKey = tuple[bytes, bytes, int]
"""Key of a state in a dict: answers, allowed guesses, and number of guesses left."""


class Cost(NamedTuple):
    """The cost of all games from a position on, and the first guess of these games.

    There is one game for each answer that is possible in the position.

    Parameters
    ----------
    total : float
        The number of guesses of all games. If the judge has a limit, each lost game
        adds a penalty, and `Judge.parts` separates the penalties from the guesses.
    word : str
        The first guess.
    exact : bool
        Whether `total` is exact. Otherwise it is an estimate, and may be too high.
    """

    total: float
    word: str
    exact: bool


class Parts(NamedTuple):
    """The number of lost games and the number of guesses, over all games of a position.

    There is one game for each answer that is possible in the position. A lost game
    counts all the guesses that the limit of the `Judge` leaves in the position.
    """

    lost: float
    guesses: float


class Judge:
    """Costs of guesses: exact if a search is short, otherwise estimated.

    A `Judge` stores the costs, so that equal positions are searched only once.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.
    hard : Hard
        The hard mode.
    effort : int
        Limit of the number of clues that one search reads. After a search that
        exceeded the limit, the cost is estimated, and the limit is halved until
        `renew` is called.
    limit : int, optional
        The number of guesses in a game. A longer game is lost: it costs `limit` guesses
        and a penalty. The penalty is so high that the best guess is one that wins the
        most games and, among such guesses, one with the fewest guesses. If there are so
        many answers that such a penalty would exceed the largest cost of the search,
        the limit is ignored, and the attribute `limit` is None. For a limit of six
        guesses, this happens with more than 6,688 answers.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        hard: Hard = Hard.OFF,
        effort: int = _EFFORT,
        limit: int | None = None,
    ) -> None:
        self.effort = effort
        self.limit: int | None = None
        self._given_limit = limit

        # Without a limit, no game is lost. Every total cost is below `NEVER`, so
        # `parts` finds no penalties in it.
        self._penalty = NEVER
        objective = TOTAL
        penalty = _find_penalty(vocabulary, limit)
        if limit is not None and penalty is not None:
            self.limit = limit
            self._penalty = penalty
            objective = Objective((*range(1, limit + 1), limit + penalty))

        self.search = Search(vocabulary, hard, LONGEST, objective, effort)
        self._halvings = 0
        self._best_costs: dict[tuple[StateKey, int], Cost] = {}
        self._costs: dict[tuple[StateKey, str], Cost] = {}

    def suited_to(self, position: Position, guess: str = "") -> Judge:
        """Return a judge whose word lists suit a position, and also a guess if given.

        This judge is returned if its lists have all guesses of the position and
        `guess`, and if a listed answer is probably the secret. It is also returned if
        no word fits the clues. Otherwise a new judge is returned. The answers of the
        new judge are the words that are likely in the position. The guesses of the new
        judge include `guess` and the played words, even if no list has them.
        """
        guesses = position.setting.vocabulary.guess_index
        is_listed = not guess or guess in guesses
        if position.suits_strategies and is_listed:
            return self

        # If no word fits the clues, no new judge can be made. The search of this judge
        # will raise the error.
        if not position.candidates().likely:
            return self
        words = _likely_words(position, guess)
        return Judge(words, self.search.hard, self.effort, self._given_limit)

    def state(self, position: Position) -> State:
        """Return the state of the search for a position.

        Raises `InputError` if no word fits the clues.
        """
        return self.search.after(history_of(position.turns))

    def parts(self, total: float) -> Parts:
        """Split a total cost into the numbers of lost games and of guesses."""
        lost, guesses = divmod(total, self._penalty)
        return Parts(lost, guesses)

    def count_guesses(self, total: float) -> float:
        """Return the number of guesses of a total cost.

        A lost game counts one guess more than the limit. If the limit is ignored, no
        game is lost.
        """
        parts = self.parts(total)
        return parts.lost + parts.guesses

    def renew(self) -> None:
        """Restore the full effort limit of the searches before another game."""
        self._halvings = 0
        self.search.effort = self.effort

    def best(self, state: State, candidates: int = _CANDIDATES) -> Cost:
        """Return the best guess in a state, and the cost of this guess.

        If the search exceeds the effort limit, the cost is an estimate: the least cost
        of the `candidates` most promising guesses.
        """
        key = key_of(state), candidates
        if key not in self._best_costs:
            self._best_costs[key] = self._find_best(state, candidates)
        return self._best_costs[key]

    def cost(self, state: State, guess: str) -> Cost:
        """Return the cost of all games from a state on if `guess` is played next.

        The cost includes `guess` itself.
        """
        key = key_of(state), guess
        if key not in self._costs:
            self._costs[key] = self._find_cost(state, guess)
        return self._costs[key]

    def _find_best(self, state: State, candidates: int) -> Cost:
        """Return the best guess in a state and its cost, without the stored costs.

        The cost comes from a proof in `data/`, from an exact search or, if the search
        exceeds the effort limit, from an estimate. An estimate compares the
        `candidates` most promising guesses.
        """
        # The search for the best opening takes minutes. So first look for a proof.
        if state.answers.size == len(self.search.vocabulary.answers):
            opening = self._find_proved_opening(state)
            if opening is not None:
                return opening

        try:
            total, word = self.search.best(state)
        except EffortError:
            self._halve_effort()
            return self._estimate_best(state, candidates)
        return Cost(total, word, exact=True)

    def _find_proved_opening(self, state: State) -> Cost | None:
        """Return the best opening and its cost; None if no proof in `data/` applies."""
        hard = self.search.hard
        proved = _find_proved_cost(self.search.vocabulary, hard)
        if proved is None or self._given_limit == MAX_GUESSES:
            return proved

        # The proof is about games of at most six guesses. So it does not hold for games
        # with another limit.
        if self._given_limit is not None:
            return None

        # In games without a limit, the proved opening is the best opening as well. With
        # hard mode off, its cost is also the proved cost. In hard mode its cost is then
        # lower, because the best tree has some games of more than six guesses.
        return proved if hard is Hard.OFF else self.cost(state, proved.word)

    def _estimate_best(self, state: State, candidates: int) -> Cost:
        """Return the guess with the lowest cost among the most promising guesses.

        `candidates` is the number of these guesses. The cost is an estimate, because a
        less promising guess may be better.
        """
        promising = self.search.promising_guesses(state)[:candidates]
        costs = [self.cost(state, guess) for guess in promising]
        least = min(costs, key=lambda cost: cost.total)
        return least._replace(exact=False)

    def _find_cost(self, state: State, guess: str) -> Cost:
        """Return the cost of all games if `guess` comes next, without the stored costs.

        The cost comes from an exact search or, if the search exceeds the effort limit,
        from an estimate.
        """
        try:
            total = self.search.cost(state, guess, quiet=True)
        except EffortError:
            self._halve_effort()
            return self._estimate_cost(state, guess)
        return Cost(total, guess, exact=True)

    def _estimate_cost(self, state: State, guess: str) -> Cost:
        """Return the cost of a guess: one guess per game, plus the best later costs.

        The later costs are the costs of the best guesses after each clue.

        The sum is exact if the best costs after all clues are exact.
        """
        after_clues = self.search.replies(state, guess)

        # Leave out the games in which `guess` is right: these games end with it.
        after_clues.pop(all_correct(self.search.vocabulary.length), None)
        later = [self.best(after, candidates=1) for after in after_clues.values()]
        total = self.search.step(state) + sum(cost.total for cost in later)
        return Cost(total, guess, all(cost.exact for cost in later))

    def _halve_effort(self) -> None:
        """Halve the effort limit after a search that exceeded the limit.

        An estimate needs many searches. Each search that exceeds the limit makes the
        later searches shorter, so that the time of an estimate is bounded.
        """
        self._halvings = min(self._halvings + 1, _MOST_HALVINGS)
        self.search.effort = self.effort // 2**self._halvings


def key_of(state: State) -> StateKey:
    """Return the key of a state in a dict: equal states have equal keys."""
    return state.answers.tobytes(), state.tag.tobytes(), state.left


def _find_penalty(vocabulary: Vocabulary, limit: int | None) -> int | None:
    """Return the penalty that a lost game costs in addition to `limit` guesses.

    None is returned if there is no limit, and if no penalty is both large enough to
    outweigh all guesses and small enough for the search.
    """
    if limit is None or limit >= LONGEST:
        return None

    # The total cost has to stay below `NEVER`, even if all games are lost.
    games = sum(vocabulary.weight.values())
    penalty = NEVER // games - limit - 1

    # One lost game has to cost more than the guesses of all games together. Otherwise
    # `Judge.parts` could not separate lost games from guesses.
    return penalty if penalty > limit * games else None


def _likely_words(position: Position, guess: str) -> Vocabulary:
    """Return a vocabulary for a position: its answers are the likely words.

    The guesses are all guesses of the game, the played words, and `guess` unless it is
    empty. The played words and `guess` may be in no word list.
    """
    words = position.setting.vocabulary
    likely = position.candidates().likely
    played = [turn.guess for turn in position.turns]
    if guess:
        played.append(guess)
    guesses = dict.fromkeys((*words.guesses, *played))

    # A word that is no listed answer has no weight in the lists: its weight is 1.
    weights: tuple[int, ...] = ()
    if words.weights:
        weights = tuple(words.weight.get(word, 1) for word in likely)
    return Vocabulary(tuple(likely), tuple(guesses), weights)


@lru_cache(maxsize=4)
def _find_proved_cost(vocabulary: Vocabulary, hard: Hard) -> Cost | None:
    """Return the best opening for games of at most six guesses, and its cost.

    None is returned if no file in `data/` has a complete proof for these words and
    this hard mode.
    """
    problem = Problem(vocabulary, hard)
    for path in DATA.glob("openings-*.csv"):
        # The first line names the problem. To read the whole file takes much longer, so
        # read only this line first.
        with path.open(encoding="utf-8") as file:
            is_ours = file.readline() == f"# {problem}\n"
        if is_ours:
            judged = OpeningsFile(path, problem)
            if judged.best is not None and judged.is_complete:
                return Cost(judged.best.guesses, judged.best.opening, exact=True)
    return None
