"""Evaluation of a plan: games of every entry, rows on disk, the summary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from joblib.externals.loky.process_executor import TerminatedWorkerError
from tqdm import tqdm

from contest.entries.digests import code_digest, entry_digest
from contest.entries.entry import Entry
from contest.entries.home import RESULTS
from contest.runs.folder import RUN_FILES, RunFolder
from contest.runs.plan import OnRow, Plan
from contest.runs.provenance import provenance
from contest.runs.status import Progress, RunStatus, load_status, played_before
from contest.runs.words import save_words
from contest.runs.workers.pools import workers
from contest.runs.workers.runner import Chunk, Job, run
from contest.sandbox.claims import only_official_run
from contest.sandbox.confinement.lockdown import protect_referee
from contest.sandbox.policy import SandboxPolicy, readable, runs_folder
from contest.sandbox.tempdirs import words_on_disk
from contest.statistics.games import group_by_entry, parse_rows, set_horizons
from contest.statistics.summary import Summary, csv_text
from game.errors import InputError
from game.words import Vocabulary


class RefereeError(Exception):
    """A failure of the referee itself, which is never scored."""


def evaluate_plan(
    plan: Plan,
    folder: RunFolder,
    on_row: OnRow | None = None,
    on_entry: Callable[[str], None] = lambda _: None,
) -> tuple[list[Summary], RunStatus]:
    """Play every entry's games, write the run, and return summaries and status.

    ``run.json`` and the rows are written during the run, ``summary.csv`` at the end.
    Entries without a score have no summary. `on_row` receives the rows of all entries,
    one entry after another, also those from before a resume; what it returns must
    depend on the rows alone. By default the plan's stopping rule decides. `on_entry`
    receives the name of an entry whose games have been played. Raises
    `InputError` when the run was started with other code, words or entries, or an entry
    could read the run, and `RefereeError`, without a summary, when a worker or the
    referee failed.
    """
    protect_referee()
    digests = _digests(plan)
    progress = played_before(folder)
    status = load_status(folder, digests) if progress else RunStatus()
    run = _Evaluation(plan, folder, digests, status)
    alone = only_official_run() if plan.commit else nullcontext()
    with alone, folder.claimed(), words_on_disk(plan.setting.vocabulary) as files:
        save_words(folder, plan.setting.vocabulary)  # first: ``run.json`` needs them
        for entries in _pools(plan):
            with workers(plan.jobs, plan.scheduler, files) as jobs:
                run.save(complete=False)
                for entry in entries:
                    before = progress.get(entry.text, Progress())
                    # The rule of a caller receives the rows of complete entries too.
                    if on_row or before.games < plan.games:
                        stop = on_row or plan.stopping_rule()
                        run.play(entry, files, jobs, before, stop)
                        on_entry(entry.text)
        words = Vocabulary.from_files(*files).digest
        if _digests(plan) | {"words": words} != digests:
            raise RefereeError("code, words or an entry changed during the run")
        summaries = _summaries(plan, folder, status)
        folder.write("summary.csv", _csv(plan, summaries, status))
        run.save(complete=True)
    return summaries, status


def finished(plan: Plan, folder: RunFolder) -> tuple[list[Summary], RunStatus] | None:
    """Return the result of `evaluate_plan` for a run that is complete, else None.

    Also None when rows were removed since, or when an entry has no score, so that it
    is tried again. Raises `InputError` when it was played with other code, words or
    entries.
    """
    if not (folder.path / "run.json").exists():
        return None
    if not folder.facts()["complete"]:
        return None
    status = load_status(folder, _digests(plan))
    if status.failures:
        return None
    summaries = _summaries(plan, folder, status)
    written = (folder.path / "summary.csv").read_text(encoding="utf-8")
    text = _csv(plan, summaries, status)
    return (summaries, status) if text == written else None


@dataclass(frozen=True, slots=True)
class _Evaluation:
    """A run while it is played."""

    plan: Plan
    folder: RunFolder
    digests: dict[str, Any]
    status: RunStatus

    def save(self, *, complete: bool) -> None:
        """Write ``run.json``."""
        facts = _facts(self.plan, self.status, self.digests, complete=complete)
        self.folder.write("run.json", facts)

    def play(
        self,
        entry: Entry,
        files: tuple[str, str],
        jobs: int,
        progress: Progress,
        stop: OnRow,
    ) -> None:
        """Play the remaining games of an entry."""
        job = self._job(entry, files)
        self.status.failures.pop(entry.text, None)  # it is tried again
        earlier = (row for row in self.folder.rows() if row["entry"] == entry.text)
        if (progress.games and any(map(stop, earlier))) or progress.games >= job.games:
            return
        chunks = run(job, jobs, progress.games, progress.failures)
        bar = tqdm(
            total=job.games,
            initial=progress.games,
            desc=f"{entry.text[:39]}…" if len(entry.text) > 40 else entry.text,
            unit=" games",
            leave=False,
            disable=None,
        )
        with bar, closing(chunks):
            for chunk in _as_referee_error(chunks):
                if self.status.add(entry.text, chunk):
                    self._check_isolation()
                    self.save(complete=False)
                ends = (count for count, row in enumerate(chunk.rows, 1) if stop(row))
                end = next(ends, None)
                self.folder.add(chunk.rows[:end])
                bar.update(len(chunk.rows[:end]))
                if end is not None:
                    return

    def _job(self, entry: Entry, files: tuple[str, str]) -> Job:
        plan = self.plan
        policy = SandboxPolicy(
            entry, files, plan.setting, plan.limits, plan.without, log=not plan.commit
        )
        _keep_out(policy, self.folder)
        code = f"{self.digests['code']} {self.digests['digests'][entry.text]}"
        whole = plan.whole_dictionary
        return Job(policy, plan.seed, plan.games, whole, code, plan.sample)

    def _check_isolation(self) -> None:
        if self.plan.commit and self.status.missing:
            raise RefereeError(
                "an official run needs full isolation; missing on this machine: "
                + "; ".join(self.status.missing)
            )


def _summaries(plan: Plan, folder: RunFolder, status: RunStatus) -> list[Summary]:
    # An entry that fails to restart on resume keeps its rows and gets no score.
    games_of = set_horizons(
        group_by_entry(parse_rows(folder.rows()), plan.setting),
        plan.games,
        variable=plan.width is not None,
    )
    return [
        Summary(entry, games, folder.path.name)
        for entry, games in games_of.items()
        if entry not in status.failures
    ]


def _csv(plan: Plan, summaries: Iterable[Summary], status: RunStatus) -> str:
    """Return ``summary.csv``: without times, a function of the rows alone."""
    lines = []
    for summary in summaries:
        statistics = summary.line()
        name = status.names.get(summary.entry)
        first = {"entry": summary.entry, "name": name, "mode": statistics["mode"]}
        identity = first | {"games": statistics["games"], "seed": plan.seed}
        lines.append(identity | statistics)
    return csv_text(lines)


def _pools(plan: Plan) -> list[tuple[Entry, ...]]:
    """Return the entries by pool of workers.

    A worker keeps the process of an entry until it plays another one. In an official
    run it ends before any process of the next entry starts, so that no two entries are
    there at the same time.
    """
    return [(entry,) for entry in plan.entries] if plan.commit else [plan.entries]


def _as_referee_error(chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    """Yield the chunks; re-raise exceptions of workers as `RefereeError`."""
    try:
        yield from chunks
    except TerminatedWorkerError as error:
        raise RefereeError("a worker was killed, as when memory runs out") from error
    except Exception as error:
        name = type(error).__name__
        message = (str(error).splitlines() or [""])[0]
        raise RefereeError(f"the referee failed: {name}: {message}") from error


def _keep_out(policy: SandboxPolicy, folder: RunFolder) -> None:
    """Refuse an entry that could read this run, or a seed in the results."""
    entry, run = policy.entry, folder.path.resolve()
    home = (entry.checkout or entry.path).resolve()
    if home.is_relative_to(RESULTS):
        raise InputError(
            f"entry {entry.text!r} lies in {str(RESULTS)!r}, which no entry may read: "
            "expected it elsewhere"
        )
    secret = [RESULTS, runs_folder(), *(run / name for name in RUN_FILES)]
    # From a checkout, it runs in a copy.
    paths = readable(policy) + ([] if entry.checkout is None else [str(home)])
    for path in paths:
        real = Path(path).resolve()
        if any(file.is_relative_to(real) for file in secret):
            raise InputError(
                f"run {str(folder.path)!r}: entry {entry.text!r} may read what is in "
                f"{path!r}; expected the run or the entry elsewhere"
            )


def _digests(plan: Plan) -> dict[str, Any]:
    return {
        "words": plan.setting.vocabulary.digest,
        "code": code_digest(),
        "digests": {entry.text: entry_digest(entry) for entry in plan.entries},
    }


def _facts(
    plan: Plan, status: RunStatus, digests: dict[str, Any], *, complete: bool
) -> str:
    return provenance(
        **plan.to_dict(),
        **digests,
        isolation=status.isolation,
        missing=status.missing,
        namespaces=status.namespaces,
        names=status.names,
        failures=status.failures,
        stopped=status.stopped,
        complete=complete,
    )
