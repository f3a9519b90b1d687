"""Claims of a certificate, and their verification.

`solver.checking.checker` states when a claim holds.
"""

from __future__ import annotations

import math
from zlib import crc32

import numpy as np
from tqdm import tqdm

from game.clues import Rule, all_correct, parse
from game.hard import Hard
from game.words import Vocabulary
from solver.checking.facts import NEVER, State, add, by_facts, enlarged, no_facts
from solver.checking.lower_bounds import (
    by_answers,
    by_buckets,
    by_guesses,
    cost,
    refute,
    weight,
)
from solver.checking.reader import count, guesses, wrong
from solver.checking.transitions import Rules, follow
from solver.matrix.clue_matrix import clue_matrix
from solver.matrix.letters import letters
from solver.trees.objective import TOTAL, Objective

_MOST_HELD = 1 << 29  # limit of words in the states of all claims

_SOME = 64  # guesses that are checked together


class Claims:
    """The claims of a certificate, and the bounds that follow from them."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        hard: Hard,
        max_guesses: int,
        objective: Objective = TOTAL,
    ) -> None:
        self.vocabulary = vocabulary
        matrix = clue_matrix(vocabulary, Rule.CLASSIC)
        index = vocabulary.guess_index
        costs = [0, *(objective.cost(n) for n in range(1, max_guesses + 1))]
        steps = np.diff(costs)[::-1]
        self.rules = Rules(
            np.ascontiguousarray(matrix.T),
            letters(vocabulary.guesses, vocabulary.alphabet),
            np.array([index[word] for word in vocabulary.answers], np.int32),
            all_correct(vocabulary.length),
            hard is not Hard.OFF,
            hard is Hard.STRICT,
            np.array([vocabulary.weight[w] for w in vocabulary.answers], np.int64),
            not vocabulary.weights,
            np.array([0, *steps, 0, 0], np.int64),
            bool((steps == steps[0]).all()),
        )
        everything = np.arange(len(vocabulary.answers), dtype=np.int32)
        every_guess = np.arange(len(matrix), dtype=np.int32)
        self.start = State(everything, every_guess, max_guesses)
        self.facts = no_facts()
        self.lines: list[int] = []

    def read(self, line: int, text: str) -> None:
        """Read a claim; it is unproved until all are verified."""
        body, _, check_sum = text.rpartition(" ")
        if check_sum != f"{crc32(body.encode()) & 0xFFFF:04x}":
            raise wrong(line, f"{text!r:.60} is damaged: its check sum is another")
        try:
            before, guess, clue, bound = body.split(" ")
            state = self._follow(before, guess, clue)
        except (ValueError, IndexError, KeyError):
            raise wrong(line, f"{body!r:.60}: expected a state") from None
        if not state.answers.size:
            raise wrong(line, "no answer is left")
        permitted = state.guesses[: state.guesses.size if self.rules.hard else 0]
        self.facts = enlarged(self.facts, state.answers.size, permitted.size)
        add(self.facts, state, _whole(guesses(line, bound)), permitted)
        self.lines.append(line)
        n = self.facts.counts[1] = len(self.lines)
        if self.facts.begin[n] + self.facts.first[n] > _MOST_HELD:
            raise wrong(line, "more and larger states than fit into memory")

    def _follow(self, before: str, guess: str, clue: str) -> State:
        state = self.start
        if before != "-":
            state = self._state(range(len(self.lines))[count(0, before, "claims")])
        if guess == "-":
            return state
        code = parse(clue, self.vocabulary.length)
        place = self.vocabulary.guess_index[guess]
        return State(*follow(self.rules, state, place, code))

    def _state(self, claim: int) -> State:
        facts = self.facts
        answers = facts.answers[facts.begin[claim] : facts.begin[claim + 1]]
        permitted = self.start.guesses
        if self.rules.hard:
            permitted = facts.guesses[facts.first[claim] : facts.first[claim + 1]]
        return State(answers, permitted, int(facts.left[claim]))

    def verify(self) -> None:
        """Check the lower bound of each claim for every guess."""
        for claim, line in enumerate(
            tqdm(self.lines, unit="claim", delay=1, disable=None)
        ):
            self._verify(self._state(claim), int(self.facts.bound[claim]), line)

    def _verify(self, state: State, bound: int, line: int) -> None:
        n = state.answers.size
        if by_answers(self.rules, state.answers, state.left) >= bound:
            return
        lows = by_buckets(self.rules, state, weight(self.rules, state.answers) + 1)
        left = state.guesses[lows < bound]
        parts = range(0, left.size, _SOME)
        for i in tqdm(
            parts, unit=f"{_SOME} guesses", delay=1, leave=False, disable=None
        ):
            self.facts = enlarged(self.facts)
            some = left[i : i + _SOME]
            guess, found = refute(self.rules, self.facts, state, some, bound)
            if guess >= 0:
                word = self.vocabulary.guesses[guess]
                raise wrong(
                    line,
                    f"{n} answers are said to cost {_number(bound)}: with {word!r} "
                    f"no more than {_number(found)} is shown",
                )

    def conclude(self, opening: list[str], total: float, line: int) -> None:
        """Check that the claims prove the total to be a minimum."""
        places = [self.vocabulary.guess_index[word] for word in opening]
        found = self._after(self.start, places, _whole(total))
        if found < _whole(total):
            why = f"total {total}: the claims show no more than {_number(found)}"
            raise wrong(line, why)

    def _after(self, state: State, opening: list[int], enough: int) -> int:
        """Return a lower bound for given guesses, even without information."""
        if not opening:
            rules = self.rules
            low = by_facts(self.facts, state, not rules.hard, rules.uniform)
            if low < enough:
                low = max(low, by_guesses(self.rules, self.facts, state))
            return int(low)
        if state.left < 1:
            return NEVER
        guess, *rest = opening
        clues = np.unique(self.rules.columns[state.answers, guess]).tolist()
        if not rest and (len(clues) > 1 or clues[0] == self.rules.right):
            return int(cost(self.rules, self.facts, state, guess, enough))
        others = [clue for clue in clues if clue != self.rules.right]
        states = [follow(self.rules, state, guess, clue) for clue in others]
        lows = [self._after(after, rest, NEVER) for after in states]
        step = self.rules.steps[state.left] * weight(self.rules, state.answers)
        return int(step) + sum(lows)


def _whole(guesses: float) -> int:
    return int(min(guesses, NEVER))


def _number(guesses: int) -> float:
    return math.inf if guesses >= NEVER else int(guesses)
