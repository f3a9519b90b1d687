"""Lower bounds of every opening: parallel and resumable."""

from __future__ import annotations

from functools import lru_cache

from joblib import Parallel, delayed
from tqdm import tqdm

from solver.beam.beam import Beam
from solver.optimal.openings import Judgement, OpeningsFile, Problem

_BATCH = 16  # openings per task of a worker


def least_of_all(file: OpeningsFile, enough: int, jobs: int) -> float:
    """Bound the guesses that every opening needs, and return the least bound.

    The file has the bounds that are proved already; others are added. No bound above
    `enough` is sought.
    """
    words, judged = file.problem.vocabulary.guesses, file.judged
    left = [w for w in words if w not in judged or judged[w].guesses < enough]
    done = len(words) - len(left)
    with tqdm(total=len(words), initial=done, unit="opening", disable=None) as bar:
        for found in Parallel(n_jobs=jobs, return_as="generator_unordered")(
            delayed(_judge)(file.problem, left[at : at + _BATCH], enough)
            for at in range(0, len(left), _BATCH)
        ):
            file.add(found)
            bar.update(len(found))
    return min(judgement.guesses for judgement in judged.values())


def _judge(problem: Problem, openings: list[str], enough: int) -> list[Judgement]:
    beam = _beam(*problem)
    start = beam.start()
    lows = [beam.low(start, word, enough=enough) for word in openings]
    return [Judgement(*pair, False) for pair in zip(openings, lows, strict=True)]


_beam = lru_cache(maxsize=1)(Beam)
