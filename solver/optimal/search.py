"""Exact search: decision trees of least cost, and exact costs of guesses.

The results are optimal over all guesses; the search is not heuristic.
`solver.optimal.certificate` writes the proofs of the results.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from tqdm import tqdm

from game.arrays import Numbers
from game.clues import Clue, to_text
from game.errors import InputError
from game.hard import Hard, Known
from game.text.formats import format_count
from game.words import Vocabulary
from solver.optimal.ranking_kernel import INDEX, survey
from solver.optimal.search_kernel import Buckets, judge
from solver.optimal.state_kernel import State, after_clue
from solver.optimal.transposition_kernel import (
    ENOUGH,
    STATES,
    STEPS,
    WORK,
    memo,
)
from solver.optimal.word_tables import bits, guess_order, search_tables
from solver.trees.objective import NEVER, TOTAL, Objective
from solver.trees.tree import Tree

MAX_GUESSES = 6
"""Number of guesses in a game of Wordle."""


class EffortError(InputError):
    """The search read as many clues as its limit allows, and did not solve a state."""


class Search:
    """Exact search, with a transposition table of the states that were solved.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.
    hard : Hard
        The hard mode: the rule that clues impose on the next guess.
    max_guesses : int
        Number of guesses in a game. No game of a tree is longer.
    objective : Objective
        The cost of a game: its number of guesses by default.
    effort : int, optional
        Limit of the number of clues that the search may read for one result. There is
        no limit by default. A billion clues take a second or two.

    Raises
    ------
    InputError
        If the objective does not suit the number of guesses in a game, or if the total
        cost of all games is too large.

    Examples
    --------
    >>> words = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
    >>> search = Search(words)
    >>> state = search.start()
    >>> search.best(state)
    (5, 'mount')
    >>> search.cost(state, "found")
    6
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        hard: Hard = Hard.OFF,
        max_guesses: int = MAX_GUESSES,
        objective: Objective = TOTAL,
        effort: int | None = None,
    ) -> None:
        self.vocabulary = vocabulary
        self.hard = hard
        self.max_guesses = max_guesses
        self.objective = objective

        # The bounds assume that the first answer of a bucket is the heaviest.
        ordered = vocabulary.heaviest_first

        # `NEVER` is the cost of a state that cannot be won. All other costs must be
        # below it, so that they also fit into 32 bits.
        largest_cost = objective.cost(max_guesses) * sum(vocabulary.weight.values())
        if largest_cost >= NEVER:
            raise InputError(
                f"a total cost of {largest_cost:,} if all games have "
                f"{format_count(max_guesses, 'guess')}",
                f"less than {NEVER:,}",
                "divide all weights, or all costs, by the same number",
            )
        self._tables = search_tables(ordered, hard, objective, max_guesses)

        # The list of guesses begins with the answers. So an answer has the same number
        # in the list of answers and in the list of guesses.
        order = guess_order(ordered).tolist()
        self._words: list[str] = [vocabulary.guesses[i] for i in order]
        self._index = {word: i for i, word in enumerate(self._words)}
        self.memo = memo()
        self.effort = effort

    def start(self) -> State:
        """Return the state before the first guess."""
        answers = np.arange(len(self.vocabulary.answers), dtype=np.int32)
        allowed = np.arange(len(self._words), dtype=np.int32)
        tag = np.bitwise_xor.reduce(self._tables.keys[allowed])
        mask = bits(np.ones(len(allowed), np.bool_))
        return State(answers, allowed, mask, tag, self.max_guesses)

    def after(self, history: Sequence[Known]) -> State:
        """Return the state after guesses and their clues.

        An InputError is raised if no answer fits the clues.
        """
        state = self.start()
        for guess, clue in history:
            reply = self.replies(state, guess).get(clue)
            if reply is None:
                text = to_text(clue, self.vocabulary.length)
                raise InputError(f"no answer is left after {guess!r} {text!r}")
            state = reply
        return state

    def replies(self, state: State, guess: str) -> dict[Clue, State]:
        """Return a dict from each clue that a guess can get to the state after it."""
        g = self._number(guess)
        clues = self._tables.columns[state.answers, g]
        return {
            clue: self._after(state, g, state.answers[clues == clue])
            for clue in dict.fromkeys(clues.tolist())
        }

    def allows(self, state: State, guess: str) -> bool:
        """Return whether a guess may be played in a state.

        The result is also true for a guess that gives no information, even in hard
        mode.
        """
        g = self._number(guess)
        return bool((state.allowed == g).any()) or not self._informs(state, g)

    def weight(self, state: State) -> int:
        """Return the total weight of the remaining answers."""
        weights = self._tables.weights
        answers = state.answers
        return len(answers) if weights is None else int(weights[answers].sum())

    def step(self, state: State) -> int:
        """Return the amount that the next guess adds to the total cost of all games."""
        return self.weight(state) * int(self._tables.steps[state.left])

    def word(self, g: int) -> str:
        """Return the word of a guess, given its number in the search tables."""
        return self._words[g]

    def best(self, state: State) -> tuple[float, str]:
        """Return the least total cost of all games from a state on, and a best guess.

        The cost is ``inf`` if some game cannot be won with the guesses left; then the
        guess can be any word.

        Raises
        ------
        EffortError
            If the search would take more than the limit of effort.
        """
        with self._limit_effort():
            cost, g, *_ = judge(self._tables, self.memo, state, -1, NEVER, True)
        return as_cost(cost), self._words[g]

    def promising_guesses(self, state: State) -> list[str]:
        """Return the guesses that may be played, in the order in which they are tried.

        Guesses that make many buckets of similar size come first.
        """
        _, keys = survey(self._tables, state)
        guesses = state.allowed[np.sort(keys) & INDEX]
        return [self._words[g] for g in guesses.tolist()]

    def floor(self, state: State) -> float:
        """Return a lower bound of the least cost of a state, without a search.

        The bound is computed from the number of buckets that each guess makes.
        """
        lows, _ = survey(self._tables, state)
        return as_cost(int(lows.min()))

    def forget(self) -> None:
        """Clear the table of solved states if it is more than half full."""
        size = self.memo.low.size
        if 2 * self.memo.counts[STATES] > size:
            self.memo = memo(size)

    def cost(
        self,
        state: State,
        *first: str,
        limit: float = math.inf,
        quiet: bool = False,
    ) -> float:
        """Return the total cost of all games if the guesses `first` come next.

        Parameters
        ----------
        state : State
            The state before these guesses.
        *first : str
            The next guess. The cost of this guess is included in the result. In normal
            mode there may be several guesses: they are played one after the other,
            whatever their clues are, until the game is won.
        limit : float
            If the cost is at least this limit, a lower bound of the cost is returned
            instead of the exact cost. This lower bound is at least the limit.
        quiet : bool
            Whether to show no progress bar.

        Returns
        -------
        float
            The cost, a whole number, or ``inf`` if some game can no longer be won.

        Raises
        ------
        InputError
            If the next guess may not be played.
        EffortError
            If the search would take more than the limit of effort.

        Examples
        --------
        >>> words = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
        >>> search = Search(words)
        >>> search.cost(search.start(), "found", "count")
        6
        """
        numbers = [self._number(guess) for guess in first]
        if not self.allows(state, first[0]):
            raise InputError(f"guess {first[0]!r} may not be played after these clues")
        top = int(min(limit, NEVER))
        with self._limit_effort():
            return as_cost(self._cost(state, numbers, top, -1, quiet=quiet))

    def _cost(
        self, state: State, guesses: list[int], top: int, step: int, *, quiet: bool
    ) -> int:
        """Return the total cost of all games if `guesses` come next.

        If the cost is at least `top`, a lower bound of the cost is returned. The trail
        is the list of states from which a certificate is written. `step` is the index
        of `state` in the trail, or -1 if it is the state at the start of the search.
        """
        if state.left < 1:
            return NEVER

        g, *later_guesses = guesses

        # The kernels never play a guess that gives no information. Here such a guess is
        # given: it adds its step to the cost of every game, and all answers remain.
        if not self._informs(state, g):
            after = self._after(state, g, state.answers)
            n = self.step(state)
            return n + self._next(after, later_guesses, max(top - n, 0), step, g)

        # If further guesses are given, the costs of buckets under best play are of no
        # use. A limit of 0 stops `judge` after its first lower bounds: they hold for
        # any next guess.
        limit = 0 if later_guesses else top
        total, _, *parts = judge(self._tables, self.memo, state, g, limit, False)
        buckets = Buckets(*parts)

        # Replace the lower bound of each bucket by the cost of the bucket, one bucket
        # after the other, until the total reaches the limit.
        for b in tqdm(buckets.unsolved, unit="clue", delay=1, disable=quiet or None):
            if total >= top or self._is_exhausted:
                break
            start, stop = buckets.starts[b : b + 2]
            after = self._after(state, g, buckets.answers[start:stop])
            total -= buckets.needs[b]
            total += self._next(after, later_guesses, top - total, step, g)
        return int(total)

    def _next(
        self, state: State, later_guesses: list[int], top: int, before: int, g: int
    ) -> int:
        """Return the cost of `state`, the state after guess `g`.

        `later_guesses` are the next guesses; if there are none, it is the least cost.
        If the cost is at least `top`, a lower bound is returned. The trail is the list
        of states from which a certificate is written; `before` is the index, in the
        trail, of the state in which `g` was played.
        """
        if not later_guesses:
            return self._solve(state, top, before, g)
        step = self._note(state, before, g)
        return self._cost(state, later_guesses, top, step, quiet=True)

    def _solve(self, state: State, top: int, before: int, g: int) -> int:
        """Return the least cost of `state`, the state after guess `g`.

        If the cost is at least `top`, a lower bound is returned. The trail is the
        list of states from which a certificate is written; `before` is the index, in
        the trail, of the state in which `g` was played.
        """
        counts = self.memo.counts
        trail = self.memo.trail
        step = int(counts[STEPS])
        cost, *_ = judge(self._tables, self.memo, state, g, top, True)

        # If the kernel searched the state, the kernel appended the state to the trail,
        # but without the index of the state in which `g` was played. Add this index.
        if step < min(counts[STEPS], len(trail)):
            trail[step, 0] = before
        return int(cost)

    def _note(self, state: State, before: int, g: int) -> int:
        """Append a state to the trail, without a search, and return its index there.

        The trail is the list of states from which a certificate is written. `before` is
        the index, in the trail, of the state in which guess `g` was played.
        """
        step = int(self.memo.counts[STEPS])
        self.memo.counts[STEPS] += 1
        if step < len(self.memo.trail):
            clue = self._tables.columns[state.answers[0], g]
            self.memo.trail[step] = before, g, clue, 0
        return step

    @contextmanager
    def _limit_effort(self) -> Iterator[None]:
        counts = self.memo.counts

        # ``counts[WORK]`` is the number of clues that were read since the table was
        # created. So add the number of clues that may still be read.
        if self.effort is not None:
            counts[ENOUGH] = counts[WORK] + self.effort
        yield
        if self._is_exhausted:
            raise EffortError(
                f"the exact search read {self.effort:,} clues, its limit, and found no "
                "result"
            )

    @property
    def _is_exhausted(self) -> bool:
        """Whether the search has read more clues than its limit allows."""
        return bool(self.memo.counts[WORK] > self.memo.counts[ENOUGH])

    def tree(self, state: State, *first: str) -> Tree | None:
        """Return a decision tree of least cost from a state on.

        If guesses `first` are given, the tree begins with them, whatever their clues
        are, and it has the least cost of all such trees.

        Returns
        -------
        Tree or None
            None if some game cannot be won with the guesses left.
        """
        # Search once as a whole: then the table of solved states has most states of the
        # tree, and `_grow` finds their best guesses quickly.
        total = self.cost(state, *first) if first else self.best(state)[0]
        return None if total == math.inf else self._grow(state, *first)

    def _grow(self, state: State, *first: str) -> Tree:
        guess, *later_words = first or (self.best(state)[1],)
        tree = Tree(guess)
        for clue, after in self.replies(state, guess).items():
            right = clue == self._tables.green
            tree.branches[clue] = None if right else self._grow(after, *later_words)
        return tree

    def _informs(self, state: State, g: int) -> bool:
        clues = self._tables.columns[state.answers, g]
        return bool(clues[0] == self._tables.green or (clues != clues[0]).any())

    def _after(self, state: State, g: int, answers: Numbers) -> State:
        """Return the state after guess `g` if its clue leaves the answers `answers`."""
        if self._tables.strict is None:
            return state._replace(answers=answers, left=state.left - 1)
        return State(*after_clue(self._tables, state, g, answers))

    def _number(self, word: str) -> int:
        return self._index[self.vocabulary.check_guess(word)]


def as_cost(guesses: int) -> float:
    """Convert a cost of the kernels: `NEVER` becomes ``inf``, other costs stay."""
    return math.inf if guesses >= NEVER else int(guesses)


def cost_text(cost: float) -> str:
    """Return the text of a cost in files: a number, or ``never`` if it is ``inf``."""
    return "never" if cost == math.inf else str(cost)
