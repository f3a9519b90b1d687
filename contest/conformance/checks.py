"""Conformance checks of an entry, run in its own process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from contest.entries.entry import Entry, siblings
from contest.runs.folder import COLUMNS
from contest.runs.logs import interruption
from contest.runs.workers.current import leave
from contest.runs.workers.runner import Job, Row, play_chunk
from contest.sandbox.policy import SandboxPolicy
from game.protocol import Mode, Outcome

CHECKED_GAMES = 12
# What to correct in a strategy in Python, and in a program.
_RESET = (
    "in first_move, reset whatever next_move changes",
    "at a request with seed, reset whatever earlier games changed",
)
_SEEDED = (
    "draw only from random or numpy.random's global generator, which are seeded for "
    "every game",
    "draw random numbers only from a generator that each request with seed seeds",
)
SUBJECTS = (
    "starts",
    "moves are legal",
    "raises no exception",
    "respects the time limit",
    "seed determines the moves",
    "games are independent",
    "entries are independent",
)
"""What is checked, in this order."""

_FAIR = (Outcome.WON, Outcome.WRONG)


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check.

    `subject` is the requirement; `advice` says what to fix, and is empty when it is
    met.
    """

    subject: str
    advice: str = ""


def check_entry(policy: SandboxPolicy, games: int = CHECKED_GAMES) -> Iterator[Finding]:
    """Check everything that a contest requires of an entry.

    Each game is played at least twice. Findings are yielded as they are known; a fault
    that loses games ends the checks.
    """
    job = Job(replace(policy, log=True), "check", games)
    try:
        chunk = play_chunk(job, 0, 1)
        yield Finding("starts", _start_advice(chunk.failure, policy.entry))
        if chunk.failure:
            return
        rows = chunk.rows
        while len(rows) < games and rows[-1]["outcome"] in _FAIR:
            rows += play_chunk(job, len(rows), len(rows) + 1).rows
        yield Finding("moves are legal", _loss(rows, Outcome.INVALID))
        yield Finding("raises no exception", _loss(rows, Outcome.CRASHED))
        advice = _time_advice(rows, policy.setting.timeout)
        yield Finding("respects the time limit", advice)
        if rows[-1]["outcome"] not in _FAIR:
            return
        leave()
        yield from _repetition(job, rows)
    finally:
        leave()


def _start_advice(failure: str, entry: Entry) -> str:
    if not failure:
        return ""
    if entry.is_program:
        return f"expected a reply to the first line: {failure}".replace("\n", "\n    ")
    return f"expected to import, construct and prepare it: {failure}"


def _loss(rows: tuple[Row, ...], outcome: Outcome) -> str:
    last = rows[-1]
    if last["outcome"] != outcome:
        return ""
    lines = [
        f"game {last['game']}: {last['reason']}",
        *last.get("exchange", "").splitlines(),
    ]
    return "\n    ".join(lines)


def _time_advice(rows: tuple[Row, ...], limit: float) -> str:
    if late := _loss(rows, Outcome.TIMEOUT):
        return late + interruption(rows[-1]["log"], rows[-1]["entry"])
    slowest = max(float(row["seconds"]) for row in rows)
    if slowest > limit / 2:
        share = f"{slowest:.1f} of {limit:g} s"
        return f"a game took {share}: a slower machine exceeds the limit"
    return ""


def _repetition(job: Job, rows: tuple[Row, ...]) -> Iterator[Finding]:
    """Play the games again in another order and with other entries in the process."""
    seed = state = co_loaded = ""
    mode = Mode(rows[0]["mode"])
    policy = replace(job.policy, co_loaded=siblings(job.policy.entry, mode))
    with_siblings = replace(job, policy=policy)
    if _first_difference(rows, _backwards(with_siblings)) is not None:
        seed = _seed_advice(job, rows)
        state = _state_advice(job, rows)
        if not state:
            co_loaded = _co_loaded_advice(rows, _again(with_siblings))
        if not (seed or state or co_loaded):
            reset = _RESET[job.policy.entry.is_program]
            state = f"moves differ when the games are played in reverse; {reset}"
    yield Finding("seed determines the moves", seed)
    yield Finding("games are independent", state)
    yield Finding("entries are independent", co_loaded)


def _again(job: Job) -> tuple[Row, ...]:
    leave()
    return play_chunk(job, 0, job.games).rows


def _backwards(job: Job) -> tuple[Row, ...]:
    numbers = reversed(range(job.games))
    rows = [row for n in numbers for row in play_chunk(job, n, n + 1).rows]
    leave()
    return tuple(reversed(rows))


def _seed_advice(job: Job, rows: tuple[Row, ...]) -> str:
    if (number := _first_difference(rows, _again(job))) is None:
        return ""
    seeded = _SEEDED[job.policy.entry.is_program]
    return f"moves of game {number} differ in a second process; {seeded}"


def _state_advice(job: Job, rows: tuple[Row, ...]) -> str:
    for number in {1, job.games // 2, job.games - 1}:
        leave()
        alone = play_chunk(job, number, number + 1).rows
        if _first_difference(rows[number : number + 1], alone) is not None:
            reset = _RESET[job.policy.entry.is_program]
            return f"moves of game {number} differ when it is the first; {reset}"
    return ""


def _co_loaded_advice(rows: tuple[Row, ...], again: tuple[Row, ...]) -> str:
    if (number := _first_difference(rows, again)) is None:
        return ""
    return (
        f"moves of game {number} differ when another entry of its file is in the "
        "process; store on the instance what is in globals or in the class"
    )


def _first_difference(one: tuple[Row, ...], other: tuple[Row, ...]) -> str | None:
    for a, b in zip(one, other, strict=False):
        if any(a[name] != b[name] for name in COLUMNS):
            return a["game"]
    # There are fewer rows when the entry could not start a second time.
    return None if len(one) == len(other) else str(min(len(one), len(other)))
