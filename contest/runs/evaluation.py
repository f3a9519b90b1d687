"""Evaluation of a plan: games of every entry, rows on disk, the summary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

from tqdm import tqdm

from contest.entries.digests import code_digest, entry_digest
from contest.entries.entry import Entry
from contest.entries.home import RESULTS
from contest.runs.folder import FILES, RunFolder
from contest.runs.plan import Plan, StoppingRule
from contest.runs.provenance import provenance
from contest.runs.status import Progress, RunStatus, load_status, played_before
from contest.runs.workers.pools import workers
from contest.runs.workers.runner import STOPPED, Chunk, Job, run
from contest.sandbox.claims import only_official_run
from contest.sandbox.confinement.lockdown import protect_referee
from contest.sandbox.folders import words_on_disk
from contest.sandbox.policy import SandboxPolicy, readable, runs_folder
from contest.statistics.games import collect, of_run, parsed
from contest.statistics.summary import Summary, to_csv
from game.errors import InputError
from game.words import Vocabulary


class RefereeError(Exception):
    """A failure of the referee itself, which is never scored."""


def evaluate(
    plan: Plan,
    folder: RunFolder,
    stopping_rule: Callable[[], StoppingRule] | None = None,
) -> tuple[list[Summary], RunStatus]:
    """Play every entry's games, write the run, and return summaries and status.

    ``run.json`` and the rows are written during the run, ``summary.csv`` at the end.
    Entries without a score have no summary. `stopping_rule` is called once for each
    entry; by default it is `Plan.stopping_rule`. Raises `InputError` when the run was
    started with other code, words or entries, or an entry could read the run, and
    `RefereeError`, without a summary, when a worker or the referee failed.
    """
    protect_referee()
    before = _digests(plan)
    played = played_before(folder)
    status = load_status(folder, before) if played else RunStatus()
    alone = only_official_run() if plan.commit else nullcontext()
    with alone, folder.claimed(), words_on_disk(plan.setting.vocabulary) as files:
        for entries in _together(plan):
            with workers(plan.jobs, plan.scheduler, files) as jobs:
                folder.write("run.json", _facts(plan, status, before, complete=False))
                for entry in entries:
                    job = _job(plan, entry, files, before, folder)
                    progress = played.get(entry.text, Progress())
                    if stopping_rule is None and progress.games >= plan.games:
                        continue  # complete, and no stopping rule needs its rows
                    done = (stopping_rule or plan.stopping_rule)()
                    for _ in _play_entry(job, jobs, progress, folder, status, done):
                        _check_isolation(plan, status)
                        facts = _facts(plan, status, before, complete=False)
                        folder.write("run.json", facts)
        words = Vocabulary.from_files(*files).digest
        if _digests(plan) | {"words": words} != before:
            raise RefereeError("code, words or an entry changed during the run")
        summaries = _summaries(plan, folder, status)
        folder.write("summary.csv", _csv(plan, summaries, status))
        folder.write("run.json", _facts(plan, status, before, complete=True))
    return summaries, status


def finished(plan: Plan, folder: RunFolder) -> tuple[list[Summary], RunStatus] | None:
    """Return the result of `evaluate` for a run that is complete, else None.

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


def _summaries(plan: Plan, folder: RunFolder, status: RunStatus) -> list[Summary]:
    # An entry that fails to restart on resume keeps its rows and gets no score.
    games_of = of_run(
        collect(parsed(folder.rows()), plan.setting),
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
        own = summary.line()
        name, seed = status.names.get(summary.entry), plan.seed
        first = {"entry": summary.entry, "name": name, "mode": own["mode"]}
        lines.append(first | {"games": own["games"], "seed": seed} | own)
    return to_csv(lines)


def _together(plan: Plan) -> list[tuple[Entry, ...]]:
    """Return the entries by pool of workers.

    A worker keeps the process of an entry until it plays another one. In an official
    run it ends before any process of the next entry starts, so that no two entries are
    there at the same time.
    """
    return [(entry,) for entry in plan.entries] if plan.commit else [plan.entries]


def _job(
    plan: Plan,
    entry: Entry,
    files: tuple[str, str],
    digests: dict[str, Any],
    folder: RunFolder,
) -> Job:
    setting, limits = plan.setting, plan.limits
    policy = SandboxPolicy(
        entry, files, setting, limits, plan.without, log=not plan.commit
    )
    _keep_out(policy, folder)
    code = f"{digests['code']} {digests['digests'][entry.text]}"
    whole = plan.whole_dictionary
    return Job(policy, plan.seed, plan.games, whole, code, plan.sample)


def _check_isolation(plan: Plan, status: RunStatus) -> None:
    if plan.commit and status.missing:
        raise RefereeError(
            "an official run needs full isolation, and here is missing "
            + "; ".join(status.missing)
        )


def _play_entry(
    job: Job,
    jobs: int,
    progress: Progress,
    folder: RunFolder,
    status: RunStatus,
    stopping_rule: StoppingRule,
) -> Iterator[None]:
    """Play the remaining games of an entry; yield whenever the status changes."""
    text = job.policy.entry.text
    label = text if len(text) <= 40 else f"{text[:39]}…"
    status.failures.pop(text, None)  # it is tried again
    before = (row for row in folder.rows() if row["entry"] == text)
    # The stopping rule receives all rows, even when no games remain.
    decided = progress.games and any(map(stopping_rule, before))
    if decided or progress.games >= job.games:
        return
    chunks = run(job, jobs, progress.games, progress.failures)
    bar = tqdm(
        total=job.games,
        initial=progress.games,
        desc=label,
        unit=" games",
        leave=False,
        disable=None,
    )
    with bar, closing(chunks):
        for chunk in _as_referee_error(chunks):
            if chunk.failure:
                status.failures[text] = chunk.failure
                yield
                return
            if status.learn(text, chunk):
                yield
            rows = chunk.rows
            last = next(
                (k for k, row in enumerate(rows, 1) if stopping_rule(row)), None
            )
            folder.add(rows[:last])
            bar.update(len(rows[:last]))
            if last is not None:
                return
            stopped = bool(chunk.rows) and chunk.rows[-1]["reason"] == STOPPED
            if stopped and text not in status.stopped:
                status.stopped.append(text)
                yield


def _as_referee_error(chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    """Yield the chunks; re-raise exceptions of workers as `RefereeError`."""
    try:
        yield from chunks
    except Exception as error:
        name = type(error).__name__
        first = (str(error).splitlines() or [""])[0]
        raise RefereeError(f"the referee failed: {name}: {first}") from error


def _keep_out(policy: SandboxPolicy, folder: RunFolder) -> None:
    """Refuse an entry that could read this run, or a seed in the results."""
    entry, run = policy.entry, folder.path.resolve()
    home = (entry.checkout or entry.path).resolve()
    if home.is_relative_to(RESULTS):
        raise InputError(
            f"entry {entry.text!r} lies in {str(RESULTS)!r}, which no entry may read: "
            "expected it elsewhere"
        )
    secret = [RESULTS, runs_folder(), *(run / name for name in FILES)]
    # From a checkout, it runs in a copy.
    seen = readable(policy) + ([] if entry.checkout is None else [str(home)])
    for path in seen:
        place = Path(path).resolve()
        if any(file.is_relative_to(place) for file in secret):
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
