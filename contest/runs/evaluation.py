"""A whole run: every entry's games, the rows on disk, the table at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contest.entries.digests import entry_digest
from contest.runs.columns import open_columns
from contest.runs.folder import FILES, RunFolder
from contest.runs.plan import Enough, Plan
from contest.runs.provenance import code_digest, provenance
from contest.runs.runner import STOPPED, Chunk, Job, run
from contest.runs.scores import table as table_of
from contest.runs.scores import to_csv
from contest.runs.status import Findings, Past, found_before, played_before
from contest.runs.workers import workers
from contest.sandbox.folders import Folder, sweep
from contest.sandbox.lockdown import protect_referee
from contest.sandbox.policy import RESULTS, Terms, readable, runs_folder
from game.errors import InputError
from game.protocol import MAX_MOVES
from game.words import Vocabulary

if TYPE_CHECKING:
    import pandas as pd


class RefereeError(Exception):
    """A fault of the evaluator's own; it is never scored."""


def evaluate(
    plan: Plan, folder: RunFolder, enough: Callable[[], Enough] | None = None
) -> tuple[pd.DataFrame, Findings]:
    """Play every entry's games and write the run.

    Parameters
    ----------
    plan : Plan
        What to play.
    folder : RunFolder
        Gets ``run.json`` and the rows while they come, ``summary.csv`` at the end.
    enough : callable, optional
        Called once for each entry; by default `Plan.enough`.

    Returns
    -------
    table : DataFrame
        One line per entry that has a score, as in ``summary.csv``.
    findings : Findings
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
    findings = found_before(folder, before) if played else Findings()
    with folder.claimed(), words_on_disk(plan.vocabulary) as (answers, guesses):
        with workers(plan.jobs, plan.scheduler, (answers, guesses)) as jobs:
            folder.write("run.json", _facts(plan, findings, before, complete=False))
            for entry in plan.entries:
                terms = Terms(
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
                _keep_out(terms, folder)
                code = f"{before['code']} {before['digests'][entry.text]}"
                job = Job(terms, plan.seed, plan.games, plan.whole, code)
                past = played.get(entry.text, Past())
                if enough is None and past.games >= plan.games:
                    continue  # nobody asks to be told of its games
                done = (enough or plan.enough)()
                for _ in _play_entry(job, jobs, past, folder, findings, done):
                    if plan.commit and findings.missing:
                        raise RefereeError(
                            "an official run needs full isolation, and here is missing "
                            + "; ".join(findings.missing)
                        )
                    facts = _facts(plan, findings, before, complete=False)
                    folder.write("run.json", facts)
        words = Vocabulary.from_files(answers, guesses).digest
        if _digests(plan) | {"words": words} != before:
            raise RefereeError("code, words or an entry changed during the run")
        table = _table(plan, folder, findings)
        folder.write("summary.csv", _summary(table))
        folder.write("run.json", _facts(plan, findings, before, complete=True))
    return table, findings


def finished(plan: Plan, folder: RunFolder) -> tuple[pd.DataFrame, Findings] | None:
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
    findings = found_before(folder, _digests(plan))
    if findings.failures:
        return None
    table = _table(plan, folder, findings)
    written = (folder.path / "summary.csv").read_text(encoding="utf-8")
    return (table, findings) if _summary(table) == written else None


def _table(plan: Plan, folder: RunFolder, findings: Findings) -> pd.DataFrame:
    table = table_of(open_columns(folder, plan.vocabulary))
    if len(table):
        # Who cannot start to go on with a run has some games of it, and no score.
        table = table[~table["entry"].isin([*findings.failures])].reset_index(drop=True)
        table.insert(1, "name", table["entry"].map(findings.names))
        table.insert(4, "seed", plan.seed)
    return table


def _summary(table: pd.DataFrame) -> str:
    """Return the table as it is written: without times, the same for the same rows."""
    return to_csv(table.drop(columns="seconds", errors="ignore"))


def _play_entry(
    job: Job,
    jobs: int,
    past: Past,
    folder: RunFolder,
    findings: Findings,
    enough: Enough,
) -> Iterator[None]:
    """Play what is not played yet; yield whenever the findings have changed."""
    from tqdm import tqdm

    text = job.terms.entry.text
    label = text if len(text) <= 40 else f"{text[:39]}…"
    findings.failures.pop(text, None)  # it may be able to start this time
    before = (row for row in folder.rows() if row["entry"] == text)
    # It is told of all games, be there more to play or not.
    decided = past.games and any(map(enough, before))
    if decided or past.games >= job.games:
        return
    chunks = run(job, jobs, past.games, past.failures)
    bar = tqdm(
        total=job.games,
        initial=past.games,
        desc=label,
        unit=" games",
        leave=False,
        disable=None,
    )
    with bar, closing(chunks):
        for chunk in _no_fault_of_ours(chunks):
            if chunk.failure:
                findings.failures[text] = chunk.failure
                yield
                return
            if chunk.name and text not in findings.names:
                findings.names[text] = chunk.name
                yield
            if not set(chunk.missing) <= set(findings.missing):
                findings.missing = sorted({*findings.missing, *chunk.missing})
                yield
            rows = chunk.rows
            last = next((k for k, row in enumerate(rows, 1) if enough(row)), None)
            folder.add(rows[:last])
            bar.update(len(rows[:last]))
            if last is not None:
                return
            stopped = bool(chunk.rows) and chunk.rows[-1]["reason"] == STOPPED
            if stopped and text not in findings.stopped:
                findings.stopped.append(text)
                yield


def _no_fault_of_ours(chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    """Pass chunks on; whatever the workers raise is the referee's own failure."""
    try:
        yield from chunks
    except Exception as error:
        name = type(error).__name__
        first = (str(error).splitlines() or [""])[0]
        raise RefereeError(f"the referee failed: {name}: {first}") from error


def _keep_out(terms: Terms, folder: RunFolder) -> None:
    """Refuse an entry that could read the run as it comes, or a seed in our results."""
    entry, run = terms.entry, folder.path.resolve()
    home = (entry.checkout or entry.path).resolve()
    if home.is_relative_to(RESULTS):
        raise InputError(
            f"entry {entry.text!r} lies in {str(RESULTS)!r}, which no entry may read: "
            "expected it elsewhere"
        )
    secret = [RESULTS, runs_folder(), *(run / name for name in FILES)]
    # Of a checkout it is given a copy.
    seen = readable(terms) + ([] if entry.checkout is None else [str(home)])
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
    plan: Plan, findings: Findings, digests: dict[str, Any], *, complete: bool
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
        isolation=findings.isolation,
        missing=findings.missing,
        names=findings.names,
        failures=findings.failures,
        stopped=findings.stopped,
        complete=complete,
    )
