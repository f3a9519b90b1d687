"""Self-test of the referee: attacks test its promises on this machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contest.conformance.corpus import ATTACKS, SEED, Attack, Unprotected, attack_names
from contest.entries.digests import code_digest
from contest.entries.entry import resolve
from contest.runs.evaluation import RefereeError, evaluate_plan
from contest.runs.facts import RunStatus
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.runs.rows import TIMES
from contest.runs.workers.pools import workers
from contest.runs.workers.runner import (
    Job,
    Row,
    end_player,
    play_chunk,
    play_job,
)
from contest.sandbox.limits import TIMEOUT
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.tempdirs import TemporaryFolder, words_on_disk
from game.protocol import Setting
from game.words import Vocabulary

EVERYWHERE = ("G2", "G3", "G5", "G6")
"""Keys of the promises that hold on any machine.

The referee needs no support by the operating system to keep these promises.
"""

PROMISES = {
    "G1": "a strategy never holds the answer, the seed or the noise",
    "G2": "scores are computed from values that the referee parsed itself",
    "G3": "a game ends at most 50 ms after its limit of wall-clock time",
    "G4": "a strategy changes no other entry, game, file or result",
    "G5": "the same seed gives the same rows, in any order, by any number of workers",
    "G6": "a fault of the referee is never scored: the run has no result",
}

_OVERRUN = 0.05  # seconds by which a game may exceed its wall-clock limit
# How often an attack is tried if its games end late. On a busy machine one try may end
# late by chance. If the attack succeeds, every try ends late.
_TRIES = 3
_GAMES = 8


@dataclass(frozen=True, slots=True)
class PromiseResult:
    """Whether a promise holds on this machine.

    `promise` is a key of `PROMISES`. `faults` say why the promise does not hold; the
    tuple is empty if the promise holds.
    """

    promise: str
    faults: tuple[str, ...] = ()


def selftest(status: RunStatus, without: Sequence[str] = ()) -> Iterator[PromiseResult]:
    """Play all attacks, and an honest strategy before and after them.

    The name of an attack's file begins with the promise that the attack tries to break.
    The protections that this machine lacks are added to `status`. The protections named
    in `without` are left out, as on a machine without these protections. The result of
    a promise is yielded as soon as it is known. Raises `InputError` when the attacks
    are missing, as in an incomplete checkout.
    """
    attacks = [Attack.read(name) for name in attack_names()]
    code = code_digest()
    with words_on_disk(Vocabulary.load()) as words:
        # Before any attack, an honest strategy plays its games.
        job = _honest_job(words, without)
        chunk = play_chunk(job, 0, _GAMES)
        end_player()
        expected_rows = _without_times(chunk.rows)
        status.add(job.policy.entry.text, chunk)
        for promise in PROMISES:
            faults = [
                f"{attack.name}: {fault}"
                for attack in attacks
                if attack.name.startswith(f"{promise.lower()}_")
                and (fault := _find_fault(attack, words, without))
            ]
            # For some promises, there are further tests besides the attacks.
            if promise in ("G1", "G4"):
                faults += status.missing
            if promise == "G4":
                if _without_times(play_chunk(job, 0, _GAMES).rows) != expected_rows:
                    faults.append("an honest strategy plays differently after attacks")
                if code_digest() != code:
                    faults.append("the referee's own files have changed")
                end_player()
            if promise == "G5":
                faults += _play_otherwise(job, expected_rows)
            if promise == "G6" and not _refuses_a_result():
                faults.append("a run in which the referee failed has a result")
            yield PromiseResult(promise, tuple(faults))


def _find_fault(attack: Attack, words: tuple[str, str], without: Sequence[str]) -> str:
    """Play an attack; return how the attack breaks a promise, or an empty string.

    `words` are the paths of the files of answers and of guesses. `without` names the
    protections to leave out.
    """
    seconds_late = 0.0
    for _ in range(_TRIES):
        try:
            chunk = attack.play(words, without)
        except Unprotected:
            return ""  # `selftest` reports missing protections
        if chunk.lacked_cpu:  # the machine was overloaded: try again
            continue
        if objection := attack.objection(chunk):
            return objection
        seconds_late = attack.seconds_late(chunk)
        if seconds_late <= _OVERRUN:
            return ""
    if chunk.lacked_cpu:
        return f"the machine is overloaded: {chunk.lacked_cpu}"
    milliseconds = seconds_late * 1e3
    return f"a game ended {milliseconds:.0f} ms after its limit of wall-clock time"


def _honest_job(words: tuple[str, str], without: Sequence[str]) -> Job:
    entry = resolve(str(ATTACKS / "_honest.py"))
    setting = Setting(Vocabulary.from_files(*words), timeout=TIMEOUT)
    policy = SandboxPolicy(entry, words, setting, without=tuple(without))
    return Job(policy, SEED, _GAMES)


def _without_times(rows: Sequence[Row]) -> list[Row]:
    return [{k: v for k, v in row.items() if k not in TIMES} for row in rows]


def _play_otherwise(job: Job, rows: list[Row]) -> Iterator[str]:
    """Play the games of a job in reverse order, then with two workers.

    `rows` are the rows of the same games when they were played in order. For each of
    the two ways to play, yield a text if the rows now differ from `rows`.
    """
    backwards = [
        row
        for number in reversed(range(_GAMES))
        for row in play_chunk(job, number, number + 1).rows
    ]
    end_player()
    if _without_times(backwards[::-1]) != rows:
        yield "the games differ when they are played in reverse order"
    with workers(2, "", ()) as count:
        rows_by_two = [row for chunk in play_job(job, count) for row in chunk.rows]
    if _without_times(rows_by_two) != rows:
        yield "the games differ when two workers play them"


def _refuses_a_result() -> bool:
    """Play a run in which the referee fails; return whether the run has no scores.

    True means that the referee behaves as it should.
    """
    words = Vocabulary.load()
    three_answers = Vocabulary(words.answers[:3], words.guesses)
    with TemporaryFolder() as folder:
        plan = Plan(
            entries=(resolve(str(ATTACKS / "_honest.py")),),
            setting=Setting(three_answers, timeout=TIMEOUT),
            games=4,  # the list has three answers, so the fourth game fails
            whole_dictionary=True,
            seed=SEED,
        )
        run_folder = RunFolder.create(folder / "run")
        try:
            evaluate_plan(plan, run_folder)
        except RefereeError:
            complete = run_folder.open().facts.complete
            return not complete and not (folder / "run" / "summary.csv").exists()
        finally:
            end_player()
    return False
