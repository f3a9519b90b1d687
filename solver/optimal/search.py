"""Exact search: decision trees with the cheapest games, and exact costs of guesses.

The results are optimal over all guesses, not heuristic; `solver.optimal.certificate`
writes their proofs.
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
"""Guesses in a game of Wordle."""


class EffortError(InputError):
    """A state that takes too long to be solved."""


class Search:
    """Exact search with a transposition table of the states it has solved.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.
    hard : Hard
        What the clues ask of the next guess.
    max_guesses : int
        Guesses in a game; longer trees are not considered.
    objective : Objective
        The cost of a game; by default its number of guesses.
    effort : int, optional
        Limit of clues to read for one number, a billion in a second or two; unlimited
        by default.

    Raises
    ------
    InputError
        When the objective does not suit the number of guesses in a game, or the costs
        of all games together are too large.

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

        # The bounds take the first answer of a bucket for its heaviest.
        ordered = vocabulary.heaviest_first

        # Costs of states that can be won stay below `NEVER`, and fit into 32 bits.
        largest_cost = objective.cost(max_guesses) * sum(vocabulary.weight.values())
        if largest_cost >= NEVER:
            raise InputError(
                f"games that cost {largest_cost:,} together, if all are long",
                f"less than {NEVER:,}",
                "divide weights or costs",
            )
        self._tables = search_tables(ordered, hard, objective, max_guesses)

        # Answers come first among the guesses, and so have the same numbers.
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

        An InputError is raised when no answer fits.
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
        """Return the state after each clue that a guess can get."""
        g = self._number(guess)
        clues = self._tables.columns[state.answers, g]
        return {
            clue: self._after(state, g, state.answers[clues == clue])
            for clue in dict.fromkeys(clues.tolist())
        }

    def allows(self, state: State, guess: str) -> bool:
        """Return whether a guess may be played, or gives no information."""
        g = self._number(guess)
        return bool((state.allowed == g).any()) or not self._informs(state, g)

    def weight(self, state: State) -> int:
        """Return the weight of the remaining answers together."""
        weights = self._tables.weights
        answers = state.answers
        return len(answers) if weights is None else int(weights[answers].sum())

    def step(self, state: State) -> int:
        """Return what the next guess adds to the cost of all games together."""
        return self.weight(state) * int(self._tables.steps[state.left])

    def word(self, g: int) -> str:
        """Return a guess by its number in the tables, which kernels use."""
        return self._words[g]

    def best(self, state: State) -> tuple[float, str]:
        """Return the least cost of all games together, and a best guess.

        The cost is ``inf`` where some game cannot be won with the guesses left.

        Raises
        ------
        EffortError
            When that would take more than the effort.
        """
        with self._limit_effort():
            cost, g, *_ = judge(self._tables, self.memo, state, -1, NEVER, True)
        return as_cost(cost), self._words[g]

    def promising_guesses(self, state: State) -> list[str]:
        """Return the guesses that may be played, in the order that a search tries.

        First those that make many buckets, and even ones.
        """
        _, keys = survey(self._tables, state)
        guesses = state.allowed[np.sort(keys) & INDEX]
        return [self._words[g] for g in guesses.tolist()]

    def floor(self, state: State) -> float:
        """Return a lower bound of the cost of the best guess, by its buckets alone."""
        lows, _ = survey(self._tables, state)
        return as_cost(int(lows.min()))

    def forget(self) -> None:
        """Clear the transposition table if it is more than half full."""
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
        """Return the cost of all games together if these guesses come next.

        Parameters
        ----------
        state : State
            What is known.
        *first : str
            The next guess, which is counted; in normal mode there may be several, which
            are played whatever their clues until a game is won.
        limit : float
            From this cost on, a lower bound is returned instead of the exact cost.
        quiet : bool
            Show no progress bar.

        Returns
        -------
        float
            A whole number, or ``inf`` where some game cannot be won any more.

        Raises
        ------
        InputError
            When the guess may not be played.
        EffortError
            When that would take more than the effort.

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
        """Return the cost of guesses; `step` is the index of the state in the trail."""
        if state.left < 1:
            return NEVER

        g, *later_guesses = guesses

        # The kernels rule out a guess without information; played, it adds its step.
        if not self._informs(state, g):
            after = self._after(state, g, state.answers)
            n = self.step(state)
            return n + self._next(after, later_guesses, max(top - n, 0), step, g)

        # Bounds of buckets hold for any next guess, and a limit of 0 asks for no more.
        limit = 0 if later_guesses else top
        total, _, *parts = judge(self._tables, self.memo, state, g, limit, False)
        buckets = Buckets(*parts)

        # Replace the lower bounds of the buckets by costs, until they reach the limit.
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
        """Return the cost of a state after guess `g`, if the others come next."""
        if not later_guesses:
            return self._solve(state, top, before, g)
        step = self._note(state, before, g)
        return self._cost(state, later_guesses, top, step, quiet=True)

    def _solve(self, state: State, top: int, before: int, g: int) -> int:
        """Return the cost of a state after guess `g` in the state at `before`."""
        counts = self.memo.counts
        trail = self.memo.trail
        step = int(counts[STEPS])
        cost, *_ = judge(self._tables, self.memo, state, g, top, True)

        # The kernel notes a state that it searches without the state before it.
        if step < min(counts[STEPS], len(trail)):
            trail[step, 0] = before
        return int(cost)

    def _note(self, state: State, before: int, g: int) -> int:
        """Add a state that is not searched to the trail and return its index there."""
        step = int(self.memo.counts[STEPS])
        self.memo.counts[STEPS] += 1
        if step < len(self.memo.trail):
            clue = self._tables.columns[state.answers[0], g]
            self.memo.trail[step] = before, g, clue, 0
        return step

    @contextmanager
    def _limit_effort(self) -> Iterator[None]:
        counts = self.memo.counts

        # `WORK` counts all clues since the table was made, so the limit moves along.
        if self.effort is not None:
            counts[ENOUGH] = counts[WORK] + self.effort
        yield
        if self._is_exhausted:
            raise EffortError(f"not solved within {self.effort:,} clues")

    @property
    def _is_exhausted(self) -> bool:
        """Whether the limit of effort is reached."""
        return bool(self.memo.counts[WORK] > self.memo.counts[ENOUGH])

    def tree(self, state: State, *first: str) -> Tree | None:
        """Return a tree with the least cost, with given first guesses or any.

        Returns
        -------
        Tree or None
            None where some game cannot be won with the guesses left.
        """
        # The states of the tree are in the transposition table after this search.
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
        """Return the state after guess `g` whose clue leaves these answers."""
        if self._tables.strict is None:
            return state._replace(answers=answers, left=state.left - 1)
        return State(*after_clue(self._tables, state, g, answers))

    def _number(self, word: str) -> int:
        return self._index[self.vocabulary.check_guess(word)]


def as_cost(guesses: int) -> float:
    """Convert a kernel's cost; `NEVER` becomes ``inf``."""
    return math.inf if guesses >= NEVER else int(guesses)


def cost_text(cost: float) -> str:
    """Return a cost as files have it."""
    return "never" if cost == math.inf else str(cost)
