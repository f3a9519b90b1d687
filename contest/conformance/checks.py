"""Checks that an entry conforms to the rules; the entry plays in its own process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from contest.entries.entry import Entry
from contest.entries.loading import IMPORT_RULE, LIBRARIES, PARTS
from contest.entries.strategy_file import StrategyFile
from contest.runs.logs import find_interruption
from contest.runs.rows import FIELDS
from contest.runs.workers.runner import Chunk, Job, Row, end_player, play_chunk
from contest.sandbox.policy import SandboxPolicy
from game.protocol import Outcome

CHECKED_GAMES = 12

_SHARE = 0.5
"""Largest CPU time that a game may take in a check, divided by the CPU limit of a game.

The quotient is below 1, because the machine of an official run may be slower.
"""

# Advice to the author of an entry. The first text is for a strategy in Python, and the
# second text is for a program.
_RESET = (
    "in first_move, reset whatever next_move changes",
    "at a request with the field seed, reset whatever earlier games changed",
)
_SEEDED = (
    "draw random numbers only from the global generators of random and numpy.random, "
    "which are seeded for every game",
    "draw random numbers only from a generator that you seed at each request with the "
    "field seed",
)
SUBJECTS = (
    "imports are allowed",
    "starts",
    "moves are legal",
    "raises no exception",
    "respects the time limit",
    "seed determines the moves",
    "games are independent",
)
"""What the contest requires of an entry, in the order of the checks."""

_FAIR = (Outcome.WON, Outcome.WRONG)


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check.

    `subject` is the requirement, one of `SUBJECTS`. `advice` says what to fix; it is
    empty if the requirement is met.
    """

    subject: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class _Games:
    """Plays the games of an entry that is checked.

    `job` has the entry and the seed. `on_game` is called after each game.
    """

    job: Job
    on_game: Callable[[], object]

    def play(self, number: int) -> Chunk:
        """Play a game and return its result.

        The process that played the earlier games plays this game, too. If there is no
        such process, a new process is started.
        """
        chunk = play_chunk(self.job, number, number + 1)
        self.on_game()
        return chunk

    def play_anew(self, numbers: Iterable[int]) -> tuple[Row, ...]:
        """Play the games with these numbers in a new process, and return their rows.

        The new process plays no unscored game first.
        """
        end_player()
        games = replace(self, job=replace(self.job, warm_up=False))
        return tuple(row for k in numbers for row in games.play(k).rows)


def check_entry(
    policy: SandboxPolicy,
    games: int = CHECKED_GAMES,
    on_game: Callable[[], object] = lambda: None,
) -> Iterator[Finding]:
    """Check everything that the contest requires of an entry.

    `policy` has the entry and its limits. The entry plays each of `games` games at
    least twice, and `on_game` is called each time. A finding is yielded as soon as it
    is known. The checks end early if a fault loses a game, or if the seed does not
    determine the moves.
    """
    checked = _Games(Job(replace(policy, log=True), "check", games), on_game)
    yield Finding("imports are allowed", _import_advice(policy.entry))
    try:
        chunk = checked.play(0)
        yield Finding("starts", _start_advice(chunk.failure, policy.entry))
        if chunk.failure:
            return
        rows = chunk.rows
        while len(rows) < games and rows[-1]["outcome"] in _FAIR:
            rows += checked.play(len(rows)).rows
        yield Finding("moves are legal", _loss_advice(rows, Outcome.INVALID))
        yield Finding("raises no exception", _loss_advice(rows, Outcome.CRASHED))
        advice = _time_advice(rows, policy.setting.timeout)
        yield Finding("respects the time limit", advice)
        if rows[-1]["outcome"] in _FAIR:
            yield from _check_repetition(checked, rows)
    finally:
        end_player()


def _import_advice(entry: Entry) -> str:
    """Return advice about the first import that the contest does not allow.

    Return an empty string if all imports are allowed, or if the entry is no file of
    Python.
    """
    if entry.is_program or entry.is_tree or entry.checkout is not None:
        return ""
    allowed = {*sys.stdlib_module_names, *LIBRARIES, *PARTS}
    names = (first for first, *_ in StrategyFile.read(entry.path).imports())
    wrong = next((name for name in names if name not in allowed), None)
    if wrong is None:
        return ""
    helper = entry.path.with_name(f"{wrong}.py")
    if helper.is_file():
        return (
            f"imports {helper.name}, which is not part of the entry: "
            "rule 10 in AGENTS.md allows one file"
        )
    return f"imports {wrong}: {IMPORT_RULE}"


def _start_advice(failure: str, entry: Entry) -> str:
    if not failure:
        return ""
    if entry.is_program:
        what = "the program is not ready after the first line"
        return f"{what}: {failure}".replace("\n", "\n    ")
    return f"the strategy could not be imported, constructed and prepared: {failure}"


def _loss_advice(rows: tuple[Row, ...], outcome: Outcome) -> str:
    last = rows[-1]
    if last["outcome"] != outcome:
        return ""
    lines = [
        f"game {last['game']}: {last['reason']}",
        *last.get("exchange", "").splitlines(),
    ]
    return "\n    ".join(lines)


def _time_advice(rows: tuple[Row, ...], limit: float) -> str:
    if late := _loss_advice(rows, Outcome.TIMEOUT):
        return late + find_interruption(rows[-1]["log"], rows[-1]["entry"])
    slowest = max(float(row["cpu_seconds"]) for row in rows)
    if slowest > limit * _SHARE:
        return (
            f"a game took {slowest:.1f} s of CPU time, and the limit is {limit:g} s: "
            f"expected at most {limit * _SHARE:g} s, because the machine of an "
            "official run may be slower"
        )
    return ""


def _check_repetition(games: _Games, rows: tuple[Row, ...]) -> Iterator[Finding]:
    """Check that the moves of a game depend on its seed and its clues alone.

    `rows` are the rows of the games that were played. The games are played again in
    reverse order, in a new process, and the moves are compared.
    """
    policy = games.job.policy
    numbers = range(len(rows))
    state = ""
    backwards = games.play_anew(reversed(numbers))[::-1]
    if (number := _first_difference(rows, backwards)) is not None:
        repeated = games.play_anew(numbers)
        varying = _first_difference(repeated, games.play_anew(numbers))
        if varying is not None:
            seeded = _SEEDED[policy.entry.is_program]
            advice = f"moves of game {varying} differ in a second process; {seeded}"
            yield Finding("seed determines the moves", advice)
            return
        state = (
            f"moves of game {number} differ when the games are played in reverse order "
            "and no unscored game is played first; "
            f"{_RESET[policy.entry.is_program]}"
        )
    yield Finding("seed determines the moves")
    yield Finding("games are independent", state)


def _first_difference(rows: tuple[Row, ...], again: tuple[Row, ...]) -> str | None:
    for row, repeated in zip(rows, again, strict=False):
        if any(row[name] != repeated[name] for name in FIELDS):
            return row["game"]
    # If the entry could not start a second time, `again` has fewer rows than `rows`.
    # Then the first missing game counts as the first difference.
    return None if len(rows) == len(again) else str(min(len(rows), len(again)))
