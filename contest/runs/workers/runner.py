"""Runner: plays the games of an entry.

The rows of the games are the same for any number of workers.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from threading import RLock

from contest.entries.digests import code_digest, entry_digest
from contest.runs.workers.first_start import start_once
from contest.sandbox.confinement.unix import without_interrupts
from contest.sandbox.limits import WITHOUT_CORE
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import DIED, StartError
from contest.sandbox.reasons import fault_of
from contest.sandbox.remote import PlayedGame, Player, Referee
from game.draws import Draws
from game.hosts import Host, deal
from game.protocol import Outcome
from game.record import Game
from solver.numeric.parallel import results_of

HARD_FAILURES = 25
"""Number of successive hard failures after which an entry's remaining games are lost.

A hard failure is a game in which the strategy's process died or exceeded its time.
"""

STOPPED = "not played: in 25 games in a row the process ended or exceeded its time"

_CHUNK = 25  # maximum number of games in a chunk
_UNPLAYED = 1000  # maximum number of rows in a chunk of games that are not played

Row = dict[str, str]

# The lock is held while games are played, because a dask worker has several threads.
_LOCK = RLock()
# `_OPEN` has what `end_player` closes: the referee and the player of this worker.
# `_PLAYERS` has this player together with its job; it is empty without a player.
_OPEN = ExitStack()
_PLAYERS: list[tuple[Job, Player]] = []


class _WorkerMismatchError(Exception):
    """A worker has other code, or another version of the entry, than the run."""


@dataclass(frozen=True, slots=True)
class Job:
    """The games of one entry in a run.

    Parameters
    ----------
    policy : SandboxPolicy
        The strategy and its limits.
    seed : str
        The seed of the run; all secrets and all noise follow from the seed.
    games : int
        The number of games.
    whole_dictionary : bool
        Whether the secret of game k is answer k. Otherwise the secret is drawn.
    code : tuple of str
        The digests of the referee's code and of the entry; every worker must have the
        same digests. If the tuple is empty, digests are not checked.
    sample : tuple of int
        The numbers of the games. If it is empty, the numbers are 0, 1, 2 and so on.
    warm_up : bool
        Whether a new process first plays a game that does not count.
    """

    policy: SandboxPolicy
    seed: str
    games: int
    whole_dictionary: bool = False
    code: tuple[str, ...] = ()
    sample: tuple[int, ...] = ()
    warm_up: bool = True

    def numbers(self, start: int, stop: int) -> Sequence[int]:
        """Return the numbers of the games with the indices `start` to `stop` - 1.

        The number of a game fixes its secret and its noise. The number is the same as
        the index, unless the job has only a sample of a run's games.
        """
        return self.sample[start:stop] or range(start, stop)

    def deal(self, number: int) -> tuple[Draws, Host]:
        """Return the random numbers and the host of game `number`.

        The host knows the secret and answers each move with a clue.
        """
        draws = Draws(self.seed, number)
        setting = self.policy.setting
        return draws, deal(setting, draws, whole_dictionary=self.whole_dictionary)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Result of some successive games of an entry, which a worker has played.

    `rows` has a row for each game. If the strategy did not start, `rows` is empty and
    `failure` is the reason; otherwise `failure` is an empty string. The reason is
    returned and not raised, because an exception would end the run of all other
    entries.

    If a game or a start failed because the machine had too little CPU time,
    `lacked_cpu` is the reason of that failure; otherwise it is an empty string. `name`
    is the text that the strategy's ``__str__`` returns. `missing` has the protections
    of the sandbox that this machine lacks. `namespaces` is ``own`` if the process had
    Linux namespaces of its own; otherwise it is ``none`` with the reason.
    """

    rows: tuple[Row, ...] = ()
    name: str = ""
    missing: tuple[str, ...] = ()
    failure: str = ""
    namespaces: str = ""
    lacked_cpu: str = ""


def play_job(
    job: Job, jobs: int = 1, played: int = 0, failures: int = 0
) -> Generator[Chunk]:
    """Play the games of a job, and yield their results in order, chunk by chunk.

    `jobs` is the number of workers of joblib's active backend, which
    `contest.runs.workers.pools` sets. The first `played` games were played before, and
    the last `failures` of these games were hard failures: the strategy's process died
    or exceeded its time. If the strategy does not start for the first game that is left
    to play, one chunk with this failure is yielded, and no game is played. If a process
    fails to start later, the games of its chunk are lost.
    """
    if failures >= HARD_FAILURES:
        yield from _unplayed_chunks(job, played)
        return

    # Every worker has at least four chunks, so that no worker waits long at the end.
    size = max(1, min(_CHUNK, (job.games - played) // (4 * jobs)))
    starts = range(played, job.games, size)
    # With one worker, this process plays the games and ends the strategy's process
    # after them. Several workers keep the processes of strategies until the pool ends.
    with ExitStack() as end:
        if job.policy.entry.checkout is not None:
            try:
                policy = end.enter_context(start_once(job.policy))
            except StartError as error:
                yield _describe_failure(error)
                return
            job = replace(job, policy=policy)
        if jobs == 1:
            end.callback(end_player)
        tasks = ((job, start, min(start + size, job.games)) for start in starts)
        with without_interrupts():
            # Chunks come in order, so that the rows on disk are a prefix of the run.
            chunks = end.enter_context(results_of(play_chunk, tasks, jobs))
        for start, chunk in zip(starts, chunks, strict=False):
            # An entry that never started has no score. If a later start fails, the
            # entry loses the games.
            if chunk.failure and start == played:
                yield chunk
                return
            if chunk.failure:
                stop = min(start + size, job.games)
                lost = _lose_games(job, start, stop, _describe_restart(chunk.failure))
                chunk = replace(lost, lacked_cpu=chunk.lacked_cpu)
            # The limit of failures applies to the rows in order, so that the result is
            # the same for any number of workers.
            rows, failures = limit_failures(chunk.rows, failures)
            yield replace(chunk, rows=rows)
            if failures >= HARD_FAILURES:
                yield from _unplayed_chunks(job, start + len(rows))
                return


def play_chunk(job: Job, start: int, stop: int) -> Chunk:
    """Play the games with the indices `start` to `stop` - 1, in a worker.

    The strategy's process is kept for the worker's next games of the same job.
    """
    with _LOCK:
        try:
            player = _find_player(job)
        except StartError as error:
            end_player()
            return _describe_failure(error)
        games = [_play_game(player, job, k) for k in job.numbers(start, stop)]
        rows = tuple(row for row, _ in games)
        starved = (row["reason"] for row, lacked_cpu in games if lacked_cpu)
        process = player.process
        return Chunk(
            rows=rows,
            name=process.name,
            missing=process.missing,
            namespaces=process.namespaces,
            lacked_cpu=next(starved, ""),
        )


def _describe_failure(error: StartError) -> Chunk:
    reason = str(error)
    return Chunk(failure=reason, lacked_cpu=reason if error.lacked_cpu else "")


def end_player() -> None:
    """End the process of the strategy that this worker plays, if there is one."""
    with _LOCK:
        _PLAYERS.clear()
        _OPEN.close()


def _find_player(job: Job) -> Player:
    """Return this worker's player of a job; start a player if the worker has none.

    A player is a process that plays the job's strategy. If the worker has the player of
    another job, that player is ended.
    """
    if _PLAYERS and _PLAYERS[0][0] == job:
        return _PLAYERS[0][1]
    end_player()
    entry = job.policy.entry

    # A file may have changed since the run began, or this may be another machine.
    if job.code and job.code != (code_digest(), entry_digest(entry)):
        raise _WorkerMismatchError(
            f"worker {os.getpid()} on {platform.node()} has other code, or another "
            f"version of {entry.text!r}, than the run"
        )
    policy = job.policy
    # If this is another machine of a cluster, it lacks the folder of the first start.
    # Then the first start is repeated on this machine.
    if policy.started and not os.path.isdir(policy.started):
        policy = _OPEN.enter_context(start_once(policy))
    referee = Referee(
        policy.setting,
        policy.limits,
        words=policy.words,
        without=policy.without,
        log=policy.log,
    )
    player = _OPEN.enter_context(referee).player(
        policy.entry, warm_up=job.warm_up, started=policy.started
    )
    _PLAYERS.append((job, player))
    return player


def _play_game(player: Player, job: Job, number: int) -> tuple[Row, bool]:
    """Play game `number` of a job.

    Return the row of the game, and whether the game was lost because the machine had
    too little CPU time.
    """
    draws, host = job.deal(number)
    try:
        played = player.play(draws, host)
        return _make_row(job, number, played), played.lacked_cpu
    except StartError as error:
        row = _lose_game(job, number, _describe_restart(str(error)))
        return row, error.lacked_cpu


def _make_row(job: Job, number: int, played: PlayedGame) -> Row:
    return {
        "entry": job.policy.entry.text,
        "game": str(number),
        **played.game.to_row(),
        "seconds": f"{played.time.wall:.6f}",
        "cpu_seconds": f"{played.time.cpu:.6f}",
        "log": played.log,
        "exchange": played.exchange,
    }


def _is_hard_failure(outcome: str, reason: str) -> bool:
    """Return whether the strategy's process died or exceeded its time in a game.

    `outcome` and `reason` are the fields of the game's row.
    """
    return outcome == Outcome.TIMEOUT or reason.startswith(DIED)


def is_machines_fault(outcome: str, reason: str) -> bool:
    """Return whether a game was lost because the machine had too little CPU time.

    `outcome` and `reason` are the fields of the game's row.
    """
    of_referee = outcome == Outcome.TIMEOUT or reason.startswith(DIED)
    return of_referee and WITHOUT_CORE in reason


def common_fault(outcome: str, reason: str) -> str:
    """Return a text that is the same for all games that were lost by the same fault.

    `outcome` and `reason` are the fields of a lost game. If the strategy raised an
    exception, the text is the type and the place of the exception. For any other fault
    the text is the whole reason.
    """
    raised = outcome == Outcome.CRASHED and not reason.startswith(DIED)
    return fault_of(reason) if raised else reason


def limit_failures(rows: Sequence[Row], failures: int) -> tuple[tuple[Row, ...], int]:
    """Leave out the games of an entry after too many successive hard failures.

    A hard failure is a game in which the strategy's process died or exceeded its time.
    `HARD_FAILURES` hard failures in a row are too many. `rows` has successive games,
    and `failures` is the number of hard failures in a row just before these games.
    Return the rows that remain, and the number of hard failures in a row with which
    these rows end. If all rows are hard failures, the returned number includes
    `failures`.
    """
    for index, row in enumerate(rows):
        failures = (
            failures + 1 if _is_hard_failure(row["outcome"], row["reason"]) else 0
        )
        if failures >= HARD_FAILURES:
            return tuple(rows[: index + 1]), failures
    return tuple(rows), failures


def _unplayed_chunks(job: Job, played: int) -> Iterator[Chunk]:
    """Yield all games of a job after the first `played` games; each is a lost game.

    The games are not played. Each yielded chunk has up to `_UNPLAYED` games.
    """
    for start in range(played, job.games, _UNPLAYED):
        yield _lose_games(job, start, min(start + _UNPLAYED, job.games), STOPPED)


def _describe_restart(failure: str) -> str:
    """Return the reason of a game that is lost because no process could be started.

    `failure` is the text of the error at the start.
    """
    return f"{DIED}could not be started again: {failure.splitlines()[0]}"


def _lose_games(job: Job, start: int, stop: int, reason: str) -> Chunk:
    return Chunk(tuple(_lose_game(job, n, reason) for n in job.numbers(start, stop)))


def _lose_game(job: Job, number: int, reason: str) -> Row:
    _, host = job.deal(number)
    mode = job.policy.setting.mode
    game = Game(
        mode=mode,
        answer=host.reveal(),
        turns=(),
        final="",
        outcome=Outcome.CRASHED,
        reason=reason,
    )
    return _make_row(job, number, PlayedGame(game))
