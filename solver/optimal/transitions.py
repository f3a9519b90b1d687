"""States of the exact search, and the transitions between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from game.clues import Clue, to_text
from game.errors import InputError
from game.hard import Hard, Known
from game.words import Vocabulary
from solver.optimal.state_kernel import State, after_clue
from solver.optimal.word_tables import bits, guess_order, search_tables
from solver.trees.objective import NEVER, TOTAL, Objective


class Transitions:
    """Transitions from one state to the next, by guesses and their clues.

    Errors are those of `solver.optimal.search.Search`.

    Examples
    --------
    >>> words = Vocabulary(("mount", "count", "found"), ("mount", "count", "found"))
    >>> transitions = Transitions(words, Hard.OFF, 6)
    >>> replies = transitions.replies(transitions.start(), "found")
    >>> sorted(len(state.answers) for state in replies.values())
    [1, 2]
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        hard: Hard,
        max_guesses: int,
        objective: Objective = TOTAL,
    ) -> None:
        self.vocabulary = vocabulary
        self.hard = hard
        self.max_guesses = max_guesses
        self.objective = objective
        ordered = vocabulary.heaviest_first
        largest_cost = objective.cost(max_guesses) * sum(vocabulary.weight.values())
        if largest_cost >= NEVER:
            raise InputError(
                f"games that cost {largest_cost:,} together, if all are long: expected "
                f"less than {NEVER:,}; divide weights or costs"
            )
        self._tables = search_tables(ordered, hard, objective, max_guesses)
        order = guess_order(ordered).tolist()
        self._words: list[str] = [vocabulary.guesses[i] for i in order]
        self._index = {word: i for i, word in enumerate(self._words)}

    def start(self) -> State:
        """Return the state before the first guess."""
        answers = np.arange(len(self.vocabulary.answers), dtype=np.int32)
        allowed = np.arange(len(self._words), dtype=np.int32)
        return self._state_of(answers, allowed)

    def state(
        self, answers: Iterable[str], guesses: Iterable[str] | None = None
    ) -> State:
        """Return the state in which these answers remain.

        All guesses may be played if none are given. An InputError is raised when no
        answer remains, or one may not be played.
        """
        start = self.start()
        remaining = np.array(sorted({self._number(w) for w in answers}), np.int32)
        if guesses is None:
            return start._replace(answers=remaining)
        allowed = np.array(sorted({self._number(w) for w in guesses}), np.int32)
        stray = np.setdiff1d(remaining, allowed)
        if stray.size:
            word = self._words[stray[0]]
            raise InputError(f"answer {word!r} is not among the allowed guesses")
        return self._state_of(remaining, allowed)

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
        weights, answers = self._tables.weights, state.answers
        return len(answers) if weights is None else int(weights[answers].sum())

    def step(self, state: State) -> int:
        """Return what the next guess adds to the cost of all games together."""
        return self.weight(state) * int(self._tables.steps[state.left])

    def word(self, g: int) -> str:
        """Return a guess by its number in the tables, which kernels use."""
        return self._words[g]

    def _informs(self, state: State, g: int) -> bool:
        clues = self._tables.columns[state.answers, g]
        return bool(clues[0] == self._tables.green or (clues != clues[0]).any())

    def _after(self, state: State, g: int, answers: NDArray[np.int32]) -> State:
        """Return the state after guess `g` whose clue leaves these answers."""
        if self._tables.strict is None:
            return state._replace(answers=answers, left=state.left - 1)
        after: State = after_clue(self._tables, state, g, answers)
        return after

    def _state_of(
        self, answers: NDArray[np.int32], allowed: NDArray[np.int32]
    ) -> State:
        tag = np.bitwise_xor.reduce(self._tables.keys[allowed])
        member = np.zeros(len(self._words), np.bool_)
        member[allowed] = True
        return State(answers, allowed, bits(member), tag, self.max_guesses)

    def _number(self, word: str) -> int:
        return self._index[self.vocabulary.check_guess(word)]
