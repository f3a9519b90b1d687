"""Claims of a certificate, and their verification.

`solver.optimal.checker` states when a claim holds.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from game.clues import Rule, all_correct, parse
from game.hard import Hard
from game.words import Vocabulary
from solver.matrix.clue_matrix import clue_matrix
from solver.matrix.hard_mode import allowed
from solver.optimal.certificate_reader import count, guesses, wrong

_FEW = 40  # answers up to which comparing all pairs is faster than counting

_MOST_HELD = 1 << 29  # limit of words in the states of all claims

_Indices = NDArray[np.integer]


class _State(NamedTuple):
    """Places of the answers and guesses that are left, and the guesses that remain."""

    answers: _Indices
    guesses: _Indices
    left: int


class Claim(NamedTuple):
    """A lower bound of the guesses in a state, and its line in the certificate."""

    line: int
    state: _State
    bound: float


class Claims:
    """The claims of a certificate, and the bounds that follow from them."""

    def __init__(self, vocabulary: Vocabulary, hard: Hard, max_guesses: int) -> None:
        self.vocabulary = vocabulary
        self.hard = hard
        matrix = clue_matrix(vocabulary, Rule.CLASSIC)
        self.columns = np.ascontiguousarray(matrix.T)
        index = vocabulary.guess_index
        self.itself = np.array([index[word] for word in vocabulary.answers])
        self.right = all_correct(vocabulary.length)
        everything = np.arange(len(vocabulary.answers))
        self.start = _State(everything, np.arange(len(matrix)), max_guesses)
        self.held = 0
        self.claims: list[Claim] = []
        self.about: dict[bytes, list[Claim]] = defaultdict(list)
        self.known: dict[tuple[bytes, bytes, int], float] = {}

    def read(self, line: int, text: str) -> None:
        """Read a claim; it is unproved until all are verified."""
        body, _, check_sum = text.rpartition(" ")
        if check_sum != f"{crc32(body.encode()) & 0xFFFF:04x}":
            raise wrong(line, f"{text!r:.60} is damaged: its check sum is another")
        try:
            before, guess, clue, bound = body.split(" ")
            state = self._state(before, guess, clue)
        except (ValueError, IndexError, KeyError):
            raise wrong(line, f"{body!r:.60}: expected a state") from None
        if not state.answers.size:
            raise wrong(line, "no answer is left")
        self.held += state.answers.size
        if state.guesses is not self.start.guesses:
            self.held += state.guesses.size
        if self.held > _MOST_HELD:
            raise wrong(line, "more and larger states than fit into memory")
        claim = Claim(line, state, guesses(line, bound))
        self.claims.append(claim)
        self.about[state.answers.tobytes()].append(claim)

    def _state(self, before: str, guess: str, clue: str) -> _State:
        state = self.start
        if before != "-":
            state = self.claims[count(0, before, "claims")].state
        if guess == "-":
            return state
        code = parse(clue, self.vocabulary.length)
        return self.follow(state, self.vocabulary.guess_index[guess], code)

    def follow(self, state: _State, guess: int, clue: int) -> _State:
        """Return the state after a guess and its clue."""
        answers, guesses, left = state
        answers = answers[self.columns[answers, guess] == clue]
        if self.hard is not Hard.OFF:
            word = self.vocabulary.guesses[guess]
            guesses = guesses[self._allowed(word, clue)[guesses]]
        return _State(answers, guesses, left - 1)

    def _allowed(self, word: str, clue: int) -> NDArray[np.bool_]:
        return allowed(self.vocabulary, [(word, clue)], self.hard)

    def verify(self, claim: Claim) -> None:
        """Check the lower bound of a claim for every guess."""
        state, bound = claim.state, claim.bound
        n = state.answers.size
        if self.alone(state) >= bound:
            return
        for guess in state.guesses[self._lows(state) < bound]:
            # Without a further guess, only the trivial bound n is used.
            found = n if state.left < 2 else self.cost(state, guess, bound)
            if found < bound:
                word = self.vocabulary.guesses[guess]
                raise wrong(
                    claim.line,
                    f"{n} answers are said to need {bound} guesses: with {word!r} "
                    f"no more than {found} are shown",
                )

    def conclude(self, opening: list[str], total: float, line: int) -> None:
        """Check that the claims prove the total to be a minimum."""
        places = [self.vocabulary.guess_index[word] for word in opening]
        found = self._after(self.start, places, total)
        if found < total:
            raise wrong(line, f"total {total}: the claims show no more than {found}")

    def _after(self, state: _State, opening: list[int], enough: float) -> float:
        """Return a lower bound for given guesses, even without information."""
        if not opening:
            return self.need(state, enough)
        if state.left < 1:
            return math.inf
        guess, *rest = opening
        clues = np.unique(self.columns[state.answers, guess])
        if not rest and (clues.size > 1 or clues[0] == self.right):
            return self.cost(state, guess, enough)
        others = [clue for clue in clues.tolist() if clue != self.right]
        states = [self.follow(state, guess, clue) for clue in others]
        return state.answers.size + sum(
            self._after(after, rest, math.inf) for after in states
        )

    def cost(self, state: _State, guess: int, enough: float) -> float:
        """Return a lower bound for a guess; stop once it reaches `enough`."""
        clues = self.columns[state.answers, guess]
        codes, sizes = np.unique(clues, return_counts=True)
        if codes.size == 1 and codes[0] != self.right:
            return math.inf  # without information, a guess is never better
        needs = {int(c): 2 * int(m) - 1 for c, m in zip(codes, sizes, strict=True)}
        needs.pop(self.right, None)
        total: float = state.answers.size + sum(needs.values())
        for clue in sorted(needs, key=lambda clue: needs[clue]):
            if total >= enough:
                break
            if needs[clue] < 5 and state.left > 2:
                continue  # one or two answers need no more
            after = self.follow(state, guess, clue)
            total += self.need(after, enough - total + needs[clue]) - needs[clue]
        return total

    def need(self, state: _State, enough: float) -> float:
        """Return a lower bound for a state, from the claims or its own buckets."""
        best: float = 2 * state.answers.size - 1
        for claim in self.about.get(state.answers.tobytes(), ()):
            if claim.bound > best and self._covers(claim.state, state):
                best = claim.bound
        return best if best >= enough else max(best, self.alone(state))

    def _covers(self, wide: _State, narrow: _State) -> bool:
        """Return whether a bound of one state also holds for a narrower one."""
        if narrow.left > wide.left and wide.left < wide.answers.size:
            return False
        if self.hard is Hard.OFF:
            return True
        useful = self._splitting(narrow)
        return bool(np.isin(useful, wide.guesses, assume_unique=True).all())

    def _splitting(self, state: _State) -> _Indices:
        clues = self.columns[np.ix_(state.answers, state.guesses)]
        useful: _Indices = state.guesses[(clues != clues[0]).any(axis=0)]
        return useful

    def alone(self, state: _State) -> float:
        """Return a lower bound for a state from its own buckets."""
        answers, guesses, left = state
        n = answers.size
        if left < min(n, 2):
            return math.inf
        if n < 3:
            return 2 * n - 1
        free = self.hard is Hard.OFF
        key = answers.tobytes(), b"" if free else guesses.tobytes(), min(left, 3)
        if key not in self.known:
            self.known[key] = self._alone(state)
        return self.known[key]

    def _alone(self, state: _State) -> float:
        answers, guesses, left = state
        n = answers.size
        itself = np.sort(self.itself[answers])
        low = int(self._lows(state._replace(guesses=itself)).min())
        if low == 2 * n - 1 or (low == 2 * n and left > 2):
            return low
        lows = self._lows(state)
        others = lows[~np.isin(guesses, itself)] if left == 2 else lows
        if left == 2 and not (others == 2 * n).any():
            return math.inf
        return int(lows.min())

    def _lows(self, state: _State) -> _Indices:
        """Return the lower bound of each guess if its buckets need 2 m - 1."""
        answers, guesses, _ = state
        everything = guesses.size == self.columns.shape[1]
        clues = self.columns[answers]
        if not everything:
            clues = clues[:, guesses]
        buckets = distinct(clues, self.right + 1)
        itself = self.itself[answers]
        buckets[itself if everything else np.isin(guesses, itself)] += 1
        return 3 * answers.size - buckets


def distinct(clues: NDArray[np.unsignedinteger], kinds: int) -> NDArray[np.int64]:
    """Return how many different clues each column has."""
    n, guesses = clues.shape
    buckets = np.ones(guesses, np.int64)
    if n <= _FEW:
        for i in range(1, n):
            buckets += (clues[:i] != clues[i]).all(axis=0)
        return buckets
    seen = np.zeros((guesses, kinds), np.bool_)
    first = np.arange(guesses) * kinds  # where a guess begins
    for row in clues:
        seen.reshape(-1)[first + row] = True
    return np.asarray(seen.sum(axis=1))
