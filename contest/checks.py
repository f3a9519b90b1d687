"""What every entry must do, asked of its own process and told in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from contest.records import TIMES
from contest.runner import Job, Row, leave, play_chunk
from contest.sandbox import Terms
from game.protocol import Outcome

GAMES = 12
_ALONE = (1, GAMES // 2, GAMES - 1)  # games that are played again by themselves
_FAIR = (Outcome.WON, Outcome.WRONG)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Parameters
    ----------
    subject : str
        What was looked at.
    advice : str
        What to mend; empty when all is well.
    """

    subject: str
    advice: str = ""


def check(terms: Terms, seed: str = "check") -> Iterator[Finding]:
    """Look at everything that a contest asks of an entry.

    Parameters
    ----------
    terms : Terms
        The entry and its limits.
    seed : str
        Names the games.

    Yields
    ------
    Finding
        One by one, as they are known. What comes after a fault that loses games is
        not looked at.
    """
    job = Job(terms, seed, GAMES, whole=False)
    try:
        chunk = play_chunk(job, 0, 1)
        yield Finding("it starts", _start_advice(chunk.failure))
        if chunk.failure:
            return
        rows = chunk.rows
        while len(rows) < GAMES and rows[-1]["outcome"] in _FAIR:
            rows += play_chunk(job, len(rows), len(rows) + 1).rows
        yield Finding("its moves are legal", _loss(rows, Outcome.INVALID))
        yield Finding("it raises nothing", _loss(rows, Outcome.CRASHED))
        yield Finding("it keeps to the time", _time_advice(rows, terms.time_limit))
        if rows[-1]["outcome"] not in _FAIR:
            return
        leave()
        again = play_chunk(job, 0, GAMES).rows
        yield Finding("its seed decides its moves", _seed_advice(rows, again))
        leave()
        yield Finding("a game knows of no other", _state_advice(job, again))
    finally:
        leave()


def _start_advice(failure: str) -> str:
    if not failure:
        return ""
    return f"it must import, construct and prepare: {failure}"


def _loss(rows: tuple[Row, ...], outcome: Outcome) -> str:
    last = rows[-1]
    return (
        f"game {last['game']}: {last['reason']}" if last["outcome"] == outcome else ""
    )


def _time_advice(rows: tuple[Row, ...], limit: float) -> str:
    if late := _loss(rows, Outcome.TIMEOUT):
        return f"{late}; do the slow work in prepare(setting)"
    slowest = max(float(row["seconds"]) for row in rows)
    if slowest > limit / 2:
        return f"a game took {slowest:.1f} of {limit:g} s; a slower machine ends it"
    return ""


def _seed_advice(rows: tuple[Row, ...], again: tuple[Row, ...]) -> str:
    if (number := _first_difference(rows, again)) is None:
        return ""
    return (
        f"game {number} went otherwise in a second process; draw only from random or "
        "numpy.random's global generator, which are seeded for every game"
    )


def _state_advice(job: Job, rows: tuple[Row, ...]) -> str:
    for number in _ALONE:
        alone = play_chunk(job, number, number + 1).rows
        leave()
        if _first_difference(rows[number : number + 1], alone) is not None:
            return (
                f"game {number} goes otherwise when it is the first; set up anew in "
                "first_move whatever next_move changes"
            )
    return ""


def _first_difference(one: tuple[Row, ...], other: tuple[Row, ...]) -> str | None:
    for a, b in zip(one, other, strict=True):
        if any(a[name] != b[name] for name in a if name not in TIMES):
            return a["game"]
    return None
