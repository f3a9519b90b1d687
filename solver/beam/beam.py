"""Beam search: trees with few guesses, and lower bounds of openings."""

from __future__ import annotations

import copy
import math
from functools import cached_property, lru_cache

import numpy as np
from joblib import delayed
from numpy.typing import NDArray
from tqdm import tqdm

from game.errors import InputError
from game.hard import Hard
from game.protocol import Mode, Setting
from game.words import Vocabulary
from solver.beam.beam_kernel import estimate_guesses, lower_bound, plan
from solver.numeric.parallel import results_of
from solver.optimal.certificate import Proof, add_checksum
from solver.optimal.openings import Judgement, OpeningsFile, Problem
from solver.optimal.ranking_kernel import INDEX, survey
from solver.optimal.search import MAX_GUESSES, Search, as_cost
from solver.optimal.state_kernel import State
from solver.optimal.transposition_kernel import memo
from solver.trees.objective import NEVER

_LEVELS = 4  # levels of the search, more than have been of use

# Mean guesses of a game with 1, 2, 4, 8, ... answers left: of 14,000 positions of trees
# that play the guess with the least estimate, for the 12,972 guesses of Wordle; from
# 4,096 answers on, extrapolated.
_MEANS = 1, 1.5, 1.93, 2.2, 2.37, 2.62, 2.85, 3, 3.1, 3.3, 3.42, 3.5
_BEYOND = 3.57, 3.64, 3.71, 3.78, 3.85, 3.92

_UNIT = 256  # in which estimated guesses are whole numbers

_BATCH = 16  # openings per task of a worker


class Beam(Search):
    """Heuristic search, with the methods of the exact one.

    Costs are those of the best trees found, and at least the exact ones. The `width`
    guesses of a state with the least estimated cost are compared, to the depth `level`:
    0 is the least estimated cost alone, and each level takes about `width` times as
    long as the one before.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        hard: Hard = Hard.OFF,
        max_guesses: int = MAX_GUESSES,
        width: int = 20,
    ) -> None:
        super().__init__(vocabulary, hard, max_guesses)
        self.width = width
        self.level = 0
        self.plans = memo()  # costs and guesses of the trees found
        self.guide = estimate_costs(len(vocabulary.answers))

    def best(self, state: State) -> tuple[float, str]:
        """Return the guesses of all games of the best tree found, and its guess.

        The number is ``inf`` where no tree was found that wins every game.
        """
        cost, g = self._plan(state)
        return as_cost(cost), self.word(g)

    def at_level(self, level: int) -> Beam:
        """Return a search of another level, with the trees that this one has found."""
        beam = copy.copy(self)
        beam.level = level
        return beam

    def promising_guesses(self, state: State) -> list[str]:
        """Return the guesses that may be played, the least estimated cost first."""
        keys = np.sort(estimate_guesses(self._tables, state, self.guide))
        return [self.word(g) for g in (keys & INDEX).tolist()]

    def bound_cost(
        self, state: State, *guesses: str, enough: float = math.inf
    ) -> float:
        """Return a lower bound of the guesses of all games if `guesses` come next.

        These guesses are counted; without any, the bound is a simple one. It holds for
        every tree, not only for those that were tried. With one guess, no bound above
        `enough` is sought.
        """
        n = state.answers.size
        if not guesses:
            return max(3 * n - self._most_saved, 2 * n - 1)
        guess, *later_guesses = guesses
        if later_guesses:
            green = self._tables.green
            states = [s for c, s in self.replies(state, guess).items() if c != green]
            return n + sum(self.bound_cost(s, *later_guesses) for s in states)
        g, limit = self._number(guess), int(min(enough, NEVER))
        return as_cost(lower_bound(self._tables, state, g, self._most_saved, limit))

    @cached_property
    def _most_saved(self) -> int:
        """Most guesses that a tree saves, compared to three for each answer."""
        if self.max_guesses < 3:  # then scan bounds costs by the end of the game
            return self._tables.green + 1
        n = len(self.vocabulary.answers)
        lows, _ = survey(self._tables, self.start())
        return 3 * n - int(lows.min())

    def _solve(self, state: State, top: int, before: int, g: int) -> int:
        return self._plan(state)[0]

    def _plan(self, state: State) -> tuple[int, int]:
        tables = self._tables, self.memo, self.plans, self.guide
        cost, g = plan(*tables, state, self.level, self.width)
        return int(cost), int(g)


def find_tree(
    vocabulary: Vocabulary,
    opening: str | None = None,
    hard: Hard = Hard.OFF,
    max_guesses: int = MAX_GUESSES,
    width: int = 20,
    least: float | None = None,
) -> Proof:
    """Find a tree with few guesses, and a lower bound of any tree with its opening.

    Levels of the search follow each other until one finds no better tree. An opening is
    one word, or several with commas; without it, `width` openings are compared, and the
    bound is one of any tree: `least` if it is known, else a simple one.

    An InputError is raised when the opening is not valid, or has several words in hard
    mode, or when the answers have weights.
    """
    if vocabulary.weights:
        raise InputError("weights of answers: expected none for a beam")
    words = Setting(vocabulary, Mode.CLASSIC, hard=hard).check_opening(opening or "")
    beam = Beam(vocabulary, hard, max_guesses, width)
    start = beam.start()
    opening = ",".join(words) or None
    if least is None or words:
        least = beam.bound_cost(start, *words)
    claims = () if words else (add_checksum(f"- - - {least}"),)
    words = words or (_best_opening(beam, start),)
    total = math.inf
    for level in range(_LEVELS + 1):
        beam = beam.at_level(level)
        before, total = total, beam.cost(start, *words)
        if level > 1 and total == before < math.inf:
            break
    tree = beam.tree(start, *words)
    return Proof(vocabulary, hard, max_guesses, opening, total, tree, claims, least)


def _best_opening(beam: Beam, start: State) -> str:
    """Return the best of the most promising openings at level 1."""
    openings = beam.promising_guesses(start)[: beam.width]
    costs = {}
    for level in (0, 1):
        beam = beam.at_level(level)
        for word in tqdm(openings, unit="opening", delay=1, disable=None):
            costs[word] = beam.cost(start, word, quiet=True)
    return min(costs, key=costs.__getitem__)


def estimate_costs(answers: int) -> NDArray[np.int64]:
    """Return the estimated cost of 0, 1, 2, ... `answers` answers, in `_UNIT`.

    Examples
    --------
    >>> (estimate_costs(5) / _UNIT).round(2)
    array([ 0.  ,  1.  ,  3.  ,  5.36,  7.72, 10.19])
    """
    means = np.array([*_MEANS, *_BEYOND])
    sizes = 2.0 ** np.arange(len(means))
    costs = np.interp(np.arange(answers + 1), [0, *sizes], [0, *(sizes * means)])
    return np.asarray(np.rint(_UNIT * costs), np.int64)


def bound_openings(file: OpeningsFile, enough: int, jobs: int) -> float:
    """Bound the guesses that every opening needs, and return the least bound.

    The file has the bounds that are proved already; others are added. No bound above
    `enough` is sought.
    """
    words, judged = file.problem.vocabulary.guesses, file.judged
    unjudged = [w for w in words if w not in judged or judged[w].guesses < enough]
    done = len(words) - len(unjudged)
    with tqdm(total=len(words), initial=done, unit="opening", disable=None) as bar:
        tasks = (
            delayed(_judge)(file.problem, unjudged[start : start + _BATCH], enough)
            for start in range(0, len(unjudged), _BATCH)
        )
        with results_of(tasks, jobs, ordered=False) as batches:
            for judgements in batches:
                file.add(judgements)
                bar.update(len(judgements))
    return min(judgement.guesses for judgement in judged.values())


def _judge(problem: Problem, openings: list[str], enough: int) -> list[Judgement]:
    """Return lower bounds of openings, as a worker computes them."""
    beam = _beam(*problem)
    start = beam.start()
    lows = [beam.bound_cost(start, word, enough=enough) for word in openings]
    return [Judgement(*pair, False) for pair in zip(openings, lows, strict=True)]


_beam = lru_cache(maxsize=1)(Beam)
