"""Evaluation of a plan: play all games, write the rows and the summary."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from tqdm import tqdm

from contest.entries.entry import Entry
from contest.entries.home import RESULTS
from contest.runs.facts import RunStatus
from contest.runs.folder import RUN_FILES, OpenRun, RunFolder
from contest.runs.plan import OnRow, Plan
from contest.runs.workers.runner import Chunk, Job, play_job
from contest.sandbox.claims import only_official_run
from contest.sandbox.confinement.referee import protect_referee
from contest.sandbox.policy import SandboxPolicy, list_readable, runs_folder
from contest.sandbox.tempdirs import words_on_disk
from game.errors import InputError
from game.words import Vocabulary

_LACKED_CPU = (
    "the entry lost a game because the machine is overloaded: {}; a run with such a "
    "game does not count: resume the run when the machine is idle, or with fewer "
    "--jobs, or start a new run with a longer --timeout"
)


class RefereeError(Exception):
    """The referee itself failed; the run then has no result."""


def evaluate_plan(
    plan: Plan, folder: RunFolder, on_row: OnRow | None = None
) -> OpenRun:
    """Play all games of a plan that are not played yet, and return the run.

    ``run.json`` and the rows are written during the run. ``summary.csv`` is written at
    the end. An entry that could not be started has no score, and so has no line in
    ``summary.csv``.

    `folder` is the folder of the run; if a run of this plan was interrupted there, the
    run is resumed. `on_row` receives the row of each game, first all rows of the first
    entry, then all rows of the second entry, and so on. `on_row` also receives the rows
    that were written before an interruption. If `on_row` returns true, no further games
    of the entry are played; the returned value must depend on the rows alone. If
    `on_row` is None, all games are played.

    Raises `InputError` when the run was started with other code, words or entries, or
    when an entry could read the files of the run. Raises `RefereeError`, and writes no
    summary, when a worker or the referee failed.
    """
    run = _open_run(plan, folder)
    words = plan.setting.vocabulary
    if on_row is None and run.finished:
        return run
    from contest.runs.workers.pools import workers  # joblib is slow to import

    protect_referee()
    alone = only_official_run() if plan.commit else nullcontext()
    with alone, folder.lock(), words_on_disk(words) as files:
        evaluation = _Evaluation(plan, run, files)
        # Readers of ``run.json`` need the words, so the words are saved first.
        folder.save_words(words)
        # Every pool of workers plays its own entries. Each pool ends before the next
        # pool starts.
        for entries in plan.pools:
            with workers(plan.jobs, plan.scheduler, files) as jobs:
                evaluation.save()
                for entry in entries:
                    # If all games of an entry were played before an interruption, no
                    # game is left to play, but `on_row` must receive the rows.
                    if on_row or run.progress[entry.text].games < plan.games:
                        evaluation.play(entry, jobs, on_row)
        # Code, words and entries decide scores, so they must not have changed.
        setting = replace(plan.setting, vocabulary=Vocabulary.from_files(*files))
        if run.facts.changed_source(replace(plan, setting=setting).facts()):
            raise RefereeError("code, words or an entry changed during the run")
        return evaluation.complete()


def _open_run(plan: Plan, folder: RunFolder) -> OpenRun:
    """Return the run in the folder, or a new run of the plan if there is no run.

    If the run in the folder has no games yet, a new run is returned, too. Raises
    `InputError` if the run has games that were played with other code, words or
    entries.
    """
    facts = plan.facts()
    if not (folder.path / "run.json").exists():
        return OpenRun(folder, facts)
    run = folder.open(plan.setting.vocabulary)
    # A run without any game may begin again, even if the code has changed.
    if not (run.facts.complete or run.progress):
        return OpenRun(folder, facts)
    # All rows of a run must come from the same code, words and entries.
    if changed := run.facts.changed_source(facts):
        raise InputError(
            f"run {str(folder.path)!r} cannot be resumed: it was started with "
            f"different {changed}"
        )
    facts = replace(facts, status=run.facts.status, complete=run.facts.complete)
    return OpenRun(folder, facts)


@dataclass(frozen=True, slots=True)
class _Evaluation:
    """A run while it is played.

    `files` are the paths of the file of answers and of the file of guesses.
    """

    plan: Plan
    run: OpenRun
    files: tuple[str, str]

    @property
    def status(self) -> RunStatus:
        """The status of the run after the games so far (see `RunStatus`)."""
        return self.run.facts.status

    def save(self) -> None:
        """Write ``run.json``; the file says that the run is not complete."""
        facts = replace(self.run.facts, complete=False)
        self.run.folder.write("run.json", facts.to_json())

    def complete(self) -> OpenRun:
        """Write ``summary.csv`` and ``run.json``, and return the complete run."""
        facts = replace(self.run.facts, complete=True)
        run = replace(self.run, facts=facts)
        run.folder.write("summary.csv", run.summary_csv)
        run.folder.write("run.json", facts.to_json())
        return run

    def play(self, entry: Entry, jobs: int, on_row: OnRow | None) -> None:
        """Play the remaining games of an entry with `jobs` workers.

        `on_row` gets the row of each game. If `on_row` returns true, no further games
        of the entry are played. If `on_row` is None, all games are played.
        """
        stop = on_row or (lambda _: False)
        decides = on_row is not None
        # In a resumed run, the games before the interruption count, and `on_row` gets
        # the rows of these games, too.
        job = self._make_job(entry)
        progress = self.run.progress[entry.text]
        self.status.failures.pop(entry.text, None)  # the entry is tried again
        earlier = (row for row in self.run.folder.rows() if row["entry"] == entry.text)
        if (progress.games and any(map(stop, earlier))) or progress.games >= job.games:
            return
        chunks = play_job(job, jobs, progress.games, progress.failures)
        bar = tqdm(
            total=job.games,
            initial=progress.games,
            desc=f"{entry.text[:39]}…" if len(entry.text) > 40 else entry.text,
            unit=" games",
            leave=False,
            disable=None,
        )
        with bar, closing(chunks):
            for chunk in _convert_errors(chunks):
                # A game that was lost for lack of CPU time must not count in an
                # official run. It must not count either if `on_row` decides, from the
                # games, how many games are played.
                if chunk.lacked_cpu and (decides or self.plan.commit):
                    raise RefereeError(_LACKED_CPU.format(chunk.lacked_cpu))
                if self.status.add(entry.text, chunk):
                    self._check_isolation()
                    self.save()
                # The first row for which `on_row` returns true is the entry's last row.
                ends = (count for count, row in enumerate(chunk.rows, 1) if stop(row))
                end = next(ends, None)
                self.run.folder.add(chunk.rows[:end])
                bar.update(len(chunk.rows[:end]))
                if end is not None:
                    return

    def _make_job(self, entry: Entry) -> Job:
        plan = self.plan
        facts = self.run.facts
        log = not self.plan.commit
        policy = SandboxPolicy(
            entry=entry,
            words=self.files,
            setting=plan.setting,
            limits=plan.limits,
            log=log,
        )
        _check_secrecy(policy, self.run.folder)
        return Job(
            policy=policy,
            seed=plan.seed,
            games=plan.games,
            whole_dictionary=plan.whole_dictionary,
            code=(facts.code, facts.digests[entry.text]),
            sample=plan.sample,
        )

    def _check_isolation(self) -> None:
        if self.plan.commit and self.status.missing:
            raise RefereeError(
                "an official run needs full isolation; missing on this machine: "
                + "; ".join(self.status.missing)
            )


def _convert_errors(chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    """Yield the chunks of games that workers have played.

    If a worker raises an exception or is killed, raise `RefereeError` instead.
    """
    # joblib is slow to import.
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    try:
        yield from chunks
    except TerminatedWorkerError as error:
        raise RefereeError(
            "a worker was killed, perhaps because memory ran out"
        ) from error
    except Exception as error:
        name = type(error).__name__
        message = (str(error).splitlines() or [""])[0]
        raise RefereeError(f"the referee failed: {name}: {message}") from error


def _check_secrecy(policy: SandboxPolicy, folder: RunFolder) -> None:
    """Raise `InputError` if an entry could read its own run or other results.

    `policy` says what the entry may read, and `folder` is the folder of the run.
    """
    entry = policy.entry
    run = folder.path.resolve()
    home = (entry.checkout or entry.path).resolve()
    if home.is_relative_to(RESULTS):
        raise InputError(
            f"entry {entry.text!r} lies in {str(RESULTS)!r}, which no entry may read",
            "the entry in another folder",
        )
    secret = [RESULTS, runs_folder(), *(run / name for name in RUN_FILES)]
    # An entry of another contest project reads a copy of the project. The copy must not
    # contain the run either, so the original project is checked, too.
    paths = list_readable(policy) + ([] if entry.checkout is None else [str(home)])
    for path in paths:
        real = Path(path).resolve()
        if any(file.is_relative_to(real) for file in secret):
            raise InputError(
                f"run {str(folder.path)!r}: entry {entry.text!r} could read {path!r}, "
                "which has the run or other results",
                "the run or the entry in another folder",
            )
