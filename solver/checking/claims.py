"""Claims of a certificate, and the lower bounds that follow from them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from zlib import crc32

import numpy as np
from tqdm import tqdm

from game.arrays import Integers, Numbers
from game.clues import Rule, all_correct, parse
from game.hard import Hard, Known
from game.text.formats import format_count
from game.words import Vocabulary
from solver.checking.claim_kernel import by_facts, cost, link, refute, state_after
from solver.checking.counting_kernel import by_answers, by_buckets, by_guesses, weight
from solver.checking.reader import CertificateError, parse_count, parse_guesses
from solver.checking.state_tables import (
    UNWINNABLE,
    CheckState,
    Rules,
    empty_sets,
    facts_of,
)
from solver.matrix.clue_matrix import clue_matrix
from solver.matrix.letters import letter_codes
from solver.trees.objective import TOTAL, Objective

_MOST_WORDS = 1 << 29  # largest number of answers and guesses in all states together

_BATCH = 64  # number of guesses that are checked together


class Claims:
    """The claims of a certificate, and the bounds that follow from the claims.

    A claim is a state with a lower bound of the total cost of its games. Claim k has
    the state ``states[k]``, the lower bound ``bounds[k]`` and the line number
    ``lines[k]`` in the file. Costs are of type int, with `UNWINNABLE` in place of
    ``inf``. Answers and guesses are indices in the lists of the vocabulary.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        hard: Hard,
        max_guesses: int,
        objective: Objective = TOTAL,
        clues: tuple[Known, ...] = (),
    ) -> None:
        self.vocabulary = vocabulary
        matrix = clue_matrix(vocabulary, Rule.CLASSIC)
        index = vocabulary.guess_index
        costs = [0, *(objective.cost(n) for n in range(1, max_guesses + 1))]
        steps = np.diff(costs)[::-1]  # from the last guess of a game to the first
        self.rules = Rules(
            columns=np.ascontiguousarray(matrix.T),
            words=letter_codes(vocabulary.guesses, vocabulary.alphabet),
            itself=np.array([index[word] for word in vocabulary.answers], np.int32),
            right=all_correct(vocabulary.length),
            hard=hard is not Hard.OFF,
            strict=hard is Hard.STRICT,
            weights=np.array(
                [vocabulary.weight[w] for w in vocabulary.answers], np.int64
            ),
            even=not vocabulary.weights,
            steps=np.array([0, *steps, 0, 0], np.int64),
            uniform=bool((steps == steps[0]).all()),
            most=np.full(len(matrix), sum(vocabulary.weight.values()), np.int64),
        )
        self._columns = np.empty_like(self.rules.columns)
        self.start = CheckState(
            np.arange(len(vocabulary.answers), dtype=np.int32),
            np.arange(len(matrix), dtype=np.int32),
            max_guesses,
        )
        for guess, clue in clues:
            self.start = self._after(self.start, index[guess], clue)

        # The guesses of the position cost `spent` in all games together. The claims are
        # about later guesses only.
        self.spent = weight(self.rules, self.start.answers) * costs[len(clues)]
        self.sets = empty_sets(self.rules.weights)
        self.states: list[CheckState] = []
        self.bounds: list[int] = []
        self.lines: list[int] = []
        self._words = 0  # number of answers and guesses in all states together

    def read(self, line: int, text: str) -> None:
        """Read a claim and keep it; only `verify` checks whether the claim is true.

        `line` is the line number, for messages. `text` has five fields: the number of
        an earlier claim, or - for the start; a guess, or - for no guess; the clue of
        this guess, or -; the lower bound; and a check sum. The guess and its clue lead
        from the state of the earlier claim to the state of this claim.

            - salet BBBBB 609 7c1e
            0 courd YBBBB 81 02f1

        The first claim says: all games that begin with SALET and the clue BBBBB cost at
        least 609 guesses together. The second claim is about a part of these games:
        COURD comes next and gets the clue YBBBB.
        """
        # The check sum detects a damaged file. The proof does not depend on it.
        body, _, check_sum = text.rpartition(" ")
        if check_sum != f"{crc32(body.encode()) & 0xFFFF:04x}":
            raise CertificateError(
                f"line {line}: {text!r:.60} is damaged: its check sum is wrong"
            )
        try:
            before, guess, clue, bound = body.split(" ")
            state = self._follow(before, guess, clue)
        except (ValueError, IndexError, KeyError):
            raise CertificateError(
                f"line {line}: {body!r:.60}",
                "an earlier claim, a guess with its clue, and a bound",
            ) from None
        if not state.answers.size:
            raise CertificateError(f"line {line}: no answer fits these clues")

        self.states.append(state)
        self.bounds.append(_whole(parse_guesses(line, bound)))
        self.lines.append(line)
        self._words += state.answers.size + self.rules.hard * state.guesses.size
        if self._words > _MOST_WORDS:
            raise CertificateError(
                f"line {line}: the states of the claims do not fit into memory"
            )

    def _follow(self, before: str, guess: str, clue: str) -> CheckState:
        """Return the state of a claim from the first three fields of its text.

        `before` is the number of an earlier claim, or - for the start. `guess` and
        `clue` lead from the state of that claim to the state of this claim.
        """
        state = self.start
        if before != "-":
            state = self.states[parse_count(0, before, "claims")]
        if guess == "-":
            return state
        code = parse(clue, self.vocabulary.length)
        return self._after(state, self.vocabulary.guess_index[guess], code)

    def _after(self, state: CheckState, guess: int, clue: int) -> CheckState:
        return CheckState(*state_after(self.rules, state, guess, clue))

    def verify(self) -> None:
        """Check every claim: no next guess costs less than the claim's lower bound.

        A CertificateError is raised if a claim is not proved.
        """
        # All claims have been read. So to check a claim, the bounds of all other claims
        # may be used for the buckets of a guess.
        self.facts = facts_of(self.states, self.bounds, hard=self.rules.hard)
        link(self.facts)
        claims = zip(self.states, self.bounds, self.lines, strict=True)
        for claim in tqdm([*claims], unit="claim", delay=1, disable=None):
            self._verify(*claim)

    def _verify(self, state: CheckState, bound: int, line: int) -> None:
        """Check the claim that each guess in `state` costs at least `bound`.

        Raise `CertificateError` if a guess is not proved to cost at least `bound`.
        `line` is the line number of the claim, for messages.
        """
        # Try the fastest bound first, which tries only the answers as guesses.
        if by_answers(self.rules, state.answers, state.left) >= bound:
            return

        # The number of buckets of a guess gives a lower bound of its cost. Only guesses
        # for which this bound is below `bound` need bounds of each bucket.
        lows, counts = by_buckets(self.rules, state)
        rules, rank = self.arrange(state, counts)
        guesses = np.sort(rank[state.guesses[lows < bound]])
        starts = range(0, guesses.size, _BATCH)
        for i in tqdm(
            starts, unit=f"{_BATCH} guesses", delay=1, leave=False, disable=None
        ):
            batch = guesses[i : i + _BATCH]
            guess, low = refute(rules, self.facts, self.sets, state, batch, bound)
            if guess >= 0:
                word = self.vocabulary.guesses[np.flatnonzero(rank == guess)[0]]
                raise CertificateError(
                    f"line {line}: the claimed cost of "
                    f"{format_count(state.answers.size, 'answer')} is "
                    f"{_number(bound)}, but for the guess {word!r} only "
                    f"{_number(low)} is proved"
                )

    def arrange(self, state: CheckState, counts: Integers) -> tuple[Rules, Numbers]:
        """Return rules with sorted guesses, and the rank of each guess.

        `counts` has the number of buckets into which each guess splits the answers of
        the state. Guesses with many buckets come first. The rank of a guess is its
        index in the sorted rules. In hard mode, the order of guesses is not changed.
        """
        everything = np.arange(len(self.vocabulary.guesses), dtype=np.int32)
        if self.rules.hard:
            return self.rules, everything

        # Later, only the clues of the answers of this state are read. So sort only
        # these clues.
        order = np.argsort(-counts, kind="stable")
        rank = np.empty_like(everything)
        rank[order] = everything
        answers = state.answers
        self._columns[answers] = self.rules.columns[answers].take(order, axis=1)
        rules = self.rules._replace(
            columns=self._columns,
            itself=rank[self.rules.itself],
            most=counts[order],
        )
        return rules, rank

    def conclude(self, opening: Iterable[str], total: float, line: int) -> None:
        """Check that the claims prove that no tree costs less than `total`.

        The tree begins with the words `opening`. `line` is the line number of the
        total, for messages.
        """
        indices = [self.vocabulary.guess_index[word] for word in opening]
        to_show = _whole(total) - self.spent
        low = self.spent + self._least(self.start, indices, to_show)
        if low < _whole(total):
            why = f"total {total}, but the claims prove only {_number(low)}"
            raise CertificateError(f"line {line}: {why}")

    def _least(self, state: CheckState, opening: list[int], enough: int) -> int:
        """Return a lower bound of the cost of a state if `opening` comes next.

        The words of the opening are played whatever their clues are, even if all
        remaining answers give the same clue. The search for a higher bound may stop
        once the bound reaches `enough`.
        """
        if not opening:
            rules = self.rules
            low = by_facts(self.facts, state, not rules.hard, rules.uniform)
            if low < enough:
                low = max(low, by_guesses(self.rules, self.sets, state))
            return int(low)
        if state.left < 1:
            return UNWINNABLE
        guess, *later_words = opening

        # If the last word of the opening is right or gives information, compute its
        # bound in the same way as for any other guess.
        clues = np.unique(self.rules.columns[state.answers, guess]).tolist()
        if not later_words and (len(clues) > 1 or clues[0] == self.rules.right):
            low = cost(self.rules, self.facts, self.sets, state, guess, enough)
            return int(low)

        # For any other word of the opening, the bound is the cost of its step in all
        # games, plus the bounds of the states after each clue.
        others = [clue for clue in clues if clue != self.rules.right]
        states = [self._after(state, guess, clue) for clue in others]
        lows = [self._least(after, later_words, UNWINNABLE) for after in states]
        step = self.rules.steps[state.left] * weight(self.rules, state.answers)
        return int(step) + sum(lows)


def _whole(guesses: float) -> int:
    """Return a cost as an int: `UNWINNABLE` if the cost is ``inf``."""
    return int(min(guesses, UNWINNABLE))


def _number(guesses: int) -> float:
    """Return the number that messages show for a cost: ``inf`` for `UNWINNABLE`."""
    return math.inf if guesses >= UNWINNABLE else int(guesses)
