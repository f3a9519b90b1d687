"""Exact ranking of openings: a parallel and resumable search for the best opening."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from game.errors import InputError
from game.files import name_errors, read_bytes
from game.hard import Hard
from game.words import Vocabulary
from solver.numeric.parallel import results_of
from solver.optimal.search import MAX_GUESSES, Search, cost_text
from solver.trees.objective import TOTAL, Objective

_BATCH = 8  # number of openings that a worker judges in one task


class Problem(NamedTuple):
    """The game to be solved: its words, its rules and the objective."""

    vocabulary: Vocabulary
    hard: Hard = Hard.OFF
    max_guesses: int = MAX_GUESSES
    objective: Objective = TOTAL

    def __str__(self) -> str:
        digest = self.vocabulary.digest
        text = f"words {digest}, hard {self.hard}, {self.max_guesses} guesses"
        is_unusual = self.objective != TOTAL
        return f"{text}, objective {self.objective}" if is_unusual else text


class Judgement(NamedTuple):
    """The smallest total cost of all games that start with an opening.

    If `exact` is true, `guesses` is this cost, and ``inf`` if one of the games cannot
    be won. If `exact` is false, `guesses` is a lower bound of the cost.
    """

    opening: str
    guesses: float
    exact: bool


class OpeningsFile:
    """A file with the `Judgement` of one opening in each line; the search adds lines.

    The constructor raises `InputError` if the file was made for another `Problem`, or
    if a line of the file cannot be read.
    """

    def __init__(self, path: str | Path, problem: Problem) -> None:
        self.path = Path(path)
        self.problem = problem
        self.judged: dict[str, Judgement] = {}
        if self.path.exists():
            self._read()

    @property
    def best(self) -> Judgement | None:
        """The judgement with the least exact cost so far, or None.

        If several openings have the least cost, it is the judgement that was added
        first. It is None if no opening is known yet to win every game.
        """
        won = [j for j in self.judged.values() if j.exact and j.guesses < math.inf]
        return min(won, key=lambda judgement: judgement.guesses, default=None)

    def openings_of(self, cost: float) -> list[str]:
        """Return the openings whose least total cost is proved to be `cost`."""
        judged = self.judged.values()
        return [j.opening for j in judged if j.exact and j.guesses == cost]

    @property
    def is_complete(self) -> bool:
        """Whether every opening has been judged."""
        return len(self.judged) == len(self.problem.vocabulary.guesses)

    def add(self, judgements: list[Judgement]) -> None:
        """Append the costs of some openings to the file, one line for each opening."""
        new = not self.path.exists()
        with name_errors(self.path), self.path.open("a", encoding="utf-8") as file:
            if new:
                file.writelines(f"{line}\n" for line in self._heading)
            file.writelines(
                f"{judgement.opening},{cost_text(judgement.guesses)},"
                f"{'exactly' if judgement.exact else 'at least'}\n"
                for judgement in judgements
            )
        self.judged.update({judgement.opening: judgement for judgement in judgements})

    @property
    def _heading(self) -> list[str]:
        return [f"# {self.problem}", "opening,guesses,proved"]

    def _read(self) -> None:
        text = read_bytes(self.path).decode("utf-8", errors="replace")
        lines = text.splitlines()
        for number, expected in enumerate(self._heading, 1):
            line = lines[number - 1] if number <= len(lines) else ""
            if line != expected:
                raise InputError(
                    f"{str(self.path)!r}, line {number}: {line!r:.60}",
                    f"{expected!r}",
                    "name another file",
                )
        for number, line in enumerate(lines[2:], 3):
            try:
                opening, guesses, how = line.split(",")
                opening = self.problem.vocabulary.check_guess(opening)
                exact = {"exactly": True, "at least": False}[how]
                judgement = Judgement(opening, _parse_cost(guesses), exact)
            except (ValueError, KeyError):
                raise InputError(
                    f"{str(self.path)!r}, line {number}: {line!r:.60}",
                    "an opening, a number or 'never', and 'exactly' or 'at least'",
                ) from None
            self.judged[opening] = judgement


def judge_all(file: OpeningsFile, jobs: int) -> Judgement | None:
    """Judge every opening that is not in `file`, and return the best judgement.

    The judgements are added to `file`. None is returned if no opening wins every game.
    `jobs` is the number of workers.

    The search of an opening stops as soon as the opening is proved worse than the best
    opening so far. The costs of all openings that tie for the best are exact.
    """
    problem = file.problem

    # Judge promising openings first: once a low cost is known, the search of a worse
    # opening stops sooner.
    search = _search(*problem)
    order = search.promising_guesses(search.start())
    unjudged = [word for word in order if word not in file.judged]
    done = len(order) - len(unjudged)
    with (
        tqdm(total=len(order), initial=done, unit="opening", disable=None) as bar,
        closing(_judge_tasks(_tasks(unjudged, file), jobs)) as batches,
    ):
        for judgements in batches:
            file.add(judgements)
            bar.update(len(judgements))
            bar.set_postfix_str(f"best {_describe(file.best)}")
    return file.best


def _tasks(
    unjudged: list[str], file: OpeningsFile
) -> Iterator[tuple[Problem, list[str], float]]:
    """Yield tasks for workers: a problem, a batch of openings, and a limit of the cost.

    Together, the batches have all openings of `unjudged`. The limit is one more than
    the least cost that is known when the task is sent, and ``inf`` if none is known.
    """
    while unjudged:
        # The search adds judgements to the file, so later tasks can have a lower limit.
        best = file.best
        size = _BATCH if best else 1
        batch = unjudged[:size]
        unjudged = unjudged[size:]
        yield file.problem, batch, best.guesses + 1 if best else math.inf


def _judge_tasks(
    tasks: Iterator[tuple[Problem, list[str], float]], jobs: int
) -> Generator[list[Judgement]]:
    """Yield the judgements of each task; `jobs` workers share the tasks.

    The first task runs in this process, before the workers start. So the kernels are
    compiled only once, and all workers start with a known cost of an opening.
    """
    for task in islice(tasks, 1):
        yield _judge(*task)
    with results_of(_judge, tasks, jobs, ordered=False) as judgements:
        yield from judgements


def _judge(problem: Problem, openings: list[str], limit: float) -> list[Judgement]:
    """Return the judgement of each opening.

    The search of an opening stops as soon as the cost is proved to be `limit` or more.
    `limit` is one more than the least cost so far, and falls when an opening costs
    less. So the costs of all openings that tie for the best are exact.
    """
    search = _search(*problem)
    start = search.start()
    judgements = []
    for opening in openings:
        # A full transposition table stores no further states. So clear the table if it
        # is more than half full.
        search.forget()
        guesses = search.cost(start, opening, limit=limit, quiet=True)
        exact = guesses < limit or guesses == math.inf
        limit = min(limit, guesses + 1) if exact else limit
        judgements.append(Judgement(opening, guesses, exact))
    return judgements


_search = lru_cache(maxsize=1)(Search)


def _describe(best: Judgement | None) -> str:
    return f"{best.opening.upper()} {cost_text(best.guesses)}" if best else "none"


def _parse_cost(text: str) -> float:
    return math.inf if text == "never" else int(text)
