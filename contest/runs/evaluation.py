"""A whole run: every entry's games, the rows on disk, the table at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contest.entries.digests import entry_digest
from contest.runs.columns import open_columns
from contest.runs.folder import FILES, RunFolder
from contest.runs.plan import Plan, StoppingRule
from contest.runs.provenance import code_digest, provenance
from contest.runs.runner import STOPPED, Chunk, Job, run
from contest.runs.scores import table as table_of
from contest.runs.scores import to_csv
from contest.runs.status import Progress, RunStatus, load_status, played_before
from contest.runs.workers import workers
from contest.sandbox.folders import Folder, sweep
from contest.sandbox.lockdown import protect_referee
from contest.sandbox.policy import RESULTS, SandboxPolicy, readable, runs_folder
from game.errors import InputError
from game.protocol import MAX_MOVES
from game.words import Vocabulary

if TYPE_CHECKING:
    import pandas as pd


class RefereeError(Exception):
    """A fault of the evaluator's own; it is never scored."""


def evaluate(
    plan: Plan,
    folder: RunFolder,
    stopping_rule: Callable[[], StoppingRule] | None = None,
) -> tuple[pd.DataFrame, RunStatus]:
    """Play every entry's games and write the run.

    Parameters
    ----------
    plan : Plan
        What to play.
    folder : RunFolder
        Gets ``run.json`` and the rows while they come, ``summary.csv`` at the end.
    stopping_rule : callable, optional
        Called once for each entry; by default `Plan.stopping_rule`.

    Returns
    -------
    table : DataFrame
        One line per entry that has a score, as in ``summary.csv``.
    status : RunStatus
        What else there is to say.

    Raises
    ------
    InputError
        When the run was begun with other code, words or entries, or one of these may
        read it.
    RefereeError
        When a worker or the referee itself failed; there is no summary then.
    """
    protect_referee()
    before = _digests(plan)
    played = played_before(folder)
    status = load_status(folder, before) if played else RunStatus()
    with folder.claimed(), words_on_disk(plan.vocabulary) as (answers, guesses):
        with workers(plan.jobs, plan.scheduler, (answers, guesses)) as jobs:
            folder.write("run.json", _facts(plan, status, before, complete=False))
            for entry in plan.entries:
                policy = SandboxPolicy(
                    entry,
                    answers,
                    guesses,
                    str(plan.mode),
                    MAX_MOVES,
                    plan.timeout,
                    plan.start_timeout,
                    plan.isolate_games,
                    plan.boards,
                    str(plan.hard),
                    plan.without,
                )
                _keep_out(policy, folder)
                code = f"{before['code']} {before['digests'][entry.text]}"
                job = Job(policy, plan.seed, plan.games, plan.whole, code)
                progress = played.get(entry.text, Progress())
                if stopping_rule is None and progress.games >= plan.games:
                    continue  # nobody asks to be told of its games
                done = (stopping_rule or plan.stopping_rule)()
                for _ in _play_entry(job, jobs, progress, folder, status, done):
                    if plan.commit and status.missing:
                        raise RefereeError(
                            "an official run needs full isolation, and here is missing "
                            + "; ".join(status.missing)
                        )
                    facts = _facts(plan, status, before, complete=False)
                    folder.write("run.json", facts)
        words = Vocabulary.from_files(answers, guesses).digest
        if _digests(plan) | {"words": words} != before:
            raise RefereeError("code, words or an entry changed during the run")
        table = _table(plan, folder, status)
        folder.write("summary.csv", _summary(table))
        folder.write("run.json", _facts(plan, status, before, complete=True))
    return table, status


def finished(plan: Plan, folder: RunFolder) -> tuple[pd.DataFrame, RunStatus] | None:
    """Return what `evaluate` returned when it came to the end of this run.

    None when it did not, when rows are gone since, or when an entry had no score,
    which it may now be able to get.

    Raises
    ------
    InputError
        When it was played with other code, words or entries.
    """
    if not (folder.path / "run.json").exists():
        return None
    if not folder.facts()["complete"]:
        return None
    status = load_status(folder, _digests(plan))
    if status.failures:
        return None
    table = _table(plan, folder, status)
    written = (folder.path / "summary.csv").read_text(encoding="utf-8")
    return (table, status) if _summary(table) == written else None


def _table(plan: Plan, folder: RunFolder, status: RunStatus) -> pd.DataFrame:
    table = table_of(open_columns(folder, plan.vocabulary))
    if len(table):
        # Who cannot start to go on with a run has some games of it, and no score.
        table = table[~table["entry"].isin([*status.failures])].reset_index(drop=True)
        table.insert(1, "name", table["entry"].map(status.names))
        table.insert(4, "seed", plan.seed)
    return table


def _summary(table: pd.DataFrame) -> str:
    """Return the table as it is written: without times, the same for the same rows."""
    return to_csv(table.drop(columns="seconds", errors="ignore"))


def _play_entry(
    job: Job,
    jobs: int,
    progress: Progress,
    folder: RunFolder,
    status: RunStatus,
    stopping_rule: StoppingRule,
) -> Iterator[None]:
    """Play what is not played yet; yield whenever the status changes."""
    from tqdm import tqdm

    text = job.policy.entry.text
    label = text if len(text) <= 40 else f"{text[:39]}…"
    status.failures.pop(text, None)  # it may be able to start this time
    before = (row for row in folder.rows() if row["entry"] == text)
    # It is told of all games, be there more to play or not.
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
            if chunk.name and text not in status.names:
                status.names[text] = chunk.name
                yield
            if not set(chunk.missing) <= set(status.missing):
                status.missing = sorted({*status.missing, *chunk.missing})
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
    """Pass chunks on; whatever the workers raise is the referee's own failure."""
    try:
        yield from chunks
    except Exception as error:
        name = type(error).__name__
        first = (str(error).splitlines() or [""])[0]
        raise RefereeError(f"the referee failed: {name}: {first}") from error


def _keep_out(policy: SandboxPolicy, folder: RunFolder) -> None:
    """Refuse an entry that could read the run as it comes, or a seed in our results."""
    entry, run = policy.entry, folder.path.resolve()
    home = (entry.checkout or entry.path).resolve()
    if home.is_relative_to(RESULTS):
        raise InputError(
            f"entry {entry.text!r} lies in {str(RESULTS)!r}, which no entry may read: "
            "expected it elsewhere"
        )
    secret = [RESULTS, runs_folder(), *(run / name for name in FILES)]
    # Of a checkout it is given a copy.
    seen = readable(policy) + ([] if entry.checkout is None else [str(home)])
    for path in seen:
        place = Path(path).resolve()
        if any(file.is_relative_to(place) for file in secret):
            raise InputError(
                f"run {str(folder.path)!r}: entry {entry.text!r} may read what is in "
                f"{path!r}; expected the run or the entry elsewhere"
            )


@contextmanager
def words_on_disk(vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """Keep a copy of the words that nobody edits while it is in use.

    Yields
    ------
    tuple of str
        Paths of the answers and of the guesses.
    """
    sweep()
    with Folder() as folder:
        paths = []
        for name in ("answers", "guesses"):
            path = folder / f"{name}.txt"
            words: tuple[str, ...] = getattr(vocabulary, name)
            path.write_text("\n".join(words) + "\n", encoding="utf-8")
            paths.append(str(path))
        yield paths[0], paths[1]


def _digests(plan: Plan) -> dict[str, Any]:
    return {
        "words": plan.vocabulary.digest,
        "code": code_digest(),
        "digests": {entry.text: entry_digest(entry) for entry in plan.entries},
    }


def _facts(
    plan: Plan, status: RunStatus, digests: dict[str, Any], *, complete: bool
) -> str:
    return provenance(
        mode=str(plan.mode),
        entries=[entry.text for entry in plan.entries],
        checkout=str(plan.checkout or ""),
        games=plan.games,
        whole_dictionary=plan.whole,
        seed=plan.seed,
        timeout=plan.timeout,
        start_timeout=plan.start_timeout,
        isolate_games=plan.isolate_games,
        **digests,
        official=bool(plan.commit),
        commit=plan.commit,
        boards=plan.boards,
        hard=str(plan.hard),
        width=plan.width,
        isolation=status.isolation,
        missing=status.missing,
        names=status.names,
        failures=status.failures,
        stopped=status.stopped,
        complete=complete,
    )
