"""A whole run: every entry's games, the rows on disk, the table at the end."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from contest.entries import Entry
from contest.lockdown import protect_referee
from contest.records import RunFolder, provenance
from contest.runner import STOPPED, Job, close_workers, run
from contest.sandbox import Terms
from contest.scores import summarise
from game.errors import InputError
from game.protocol import MAX_MOVES, Mode
from game.words import Vocabulary

if TYPE_CHECKING:
    import pandas as pd


class RefereeError(Exception):
    """A fault of the evaluator's own; it is never scored."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play.

    Parameters
    ----------
    entries : tuple of Entry
        The strategies.
    vocabulary : Vocabulary
        The words.
    mode : Mode
        The game.
    games : int
        Games of each entry.
    whole : bool
        Whether game k has answer k, in place of one drawn by the seed.
    seed : str
        Names secrets and noise.
    timeout : float
        Seconds of CPU time for a game.
    start_timeout : float
        Seconds for a strategy to get ready.
    jobs : int
        Worker processes.
    """

    entries: tuple[Entry, ...]
    vocabulary: Vocabulary
    mode: Mode
    games: int
    whole: bool
    seed: str
    timeout: float
    start_timeout: float
    jobs: int

    def check(self) -> None:
        """Refuse a plan that cannot be played.

        Raises
        ------
        InputError
            When an entry comes twice, whose rows could not be told apart.
        """
        texts = [entry.text for entry in self.entries]
        for text in texts:
            if texts.count(text) > 1:
                raise InputError(f"entry {text!r} is given twice: expected it once")


@dataclass(slots=True)
class Findings:
    """What a run found beside its rows.

    Attributes
    ----------
    names : dict of str to str
        What each entry calls itself.
    failures : dict of str to str
        Why an entry has no score.
    stopped : list of str
        Entries that were stopped early.
    missing : list of str
        Protections that this machine does not have.
    """

    names: dict[str, str] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    stopped: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def isolation(self) -> str:
        """The level: ``full``, ``partial`` or ``process-only``."""
        if not self.missing:
            return "full"
        steps = " ".join(self.missing)
        none_left = "Landlock" in steps and "seccomp" in steps
        return "process-only" if none_left else "partial"


def evaluate(plan: Plan, folder: RunFolder) -> tuple[pd.DataFrame, Findings]:
    """Play every entry's games and write the run.

    Parameters
    ----------
    plan : Plan
        What to play.
    folder : RunFolder
        Gets ``run.json`` and the rows while they come, ``summary.csv`` at the end.

    Returns
    -------
    table : DataFrame
        One line per entry that has a score, as in ``summary.csv``.
    findings : Findings
        What else there is to say.

    Raises
    ------
    RefereeError
        When a worker or the referee itself failed; there is no summary then.
    """
    protect_referee()
    findings = Findings()
    folder.write("run.json", _facts(plan, findings, complete=False))
    with _words_on_disk(plan.vocabulary) as (answers, guesses):
        try:
            for entry in plan.entries:
                terms = Terms(
                    entry,
                    answers,
                    guesses,
                    str(plan.mode),
                    MAX_MOVES,
                    plan.timeout,
                    plan.start_timeout,
                )
                job = Job(terms, plan.seed, plan.games, plan.whole)
                _play_entry(job, plan.jobs, folder, findings)
        finally:
            if plan.jobs > 1:
                close_workers()
    table = summarise(folder.rows())
    if len(table):
        table.insert(1, "name", table["entry"].map(findings.names))
        table.insert(4, "seed", plan.seed)
    folder.write("run.json", _facts(plan, findings, complete=True))
    folder.write("summary.csv", table.to_csv(index=False))
    return table, findings


def _play_entry(job: Job, jobs: int, folder: RunFolder, findings: Findings) -> None:
    from joblib.externals.loky.process_executor import TerminatedWorkerError
    from tqdm import tqdm

    text = job.terms.entry.text
    label = text if len(text) <= 40 else f"{text[:39]}…"
    with tqdm(total=job.games, desc=label, unit=" games", leave=False) as bar:
        try:
            for chunk in run(job, jobs):
                if chunk.failure:
                    findings.failures[text] = chunk.failure
                    return
                folder.add(chunk.rows)
                bar.update(len(chunk.rows))
                if chunk.name:
                    findings.names[text] = chunk.name
                    findings.missing = list(chunk.missing)
                if chunk.rows and chunk.rows[-1]["reason"] == STOPPED:
                    findings.stopped.append(text)
        except TerminatedWorkerError:
            raise RefereeError("a worker of the referee was killed") from None


@contextmanager
def _words_on_disk(vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """Keep a copy of the words that nobody edits while the run goes on."""
    with tempfile.TemporaryDirectory(prefix="clueproof-words-") as folder:
        paths = []
        for name in ("answers", "guesses"):
            path = Path(folder, f"{name}.txt")
            words: tuple[str, ...] = getattr(vocabulary, name)
            path.write_text("\n".join(words) + "\n", encoding="utf-8")
            paths.append(str(path))
        yield paths[0], paths[1]


def _facts(plan: Plan, findings: Findings, *, complete: bool) -> str:
    return provenance(
        mode=str(plan.mode),
        entries=[entry.text for entry in plan.entries],
        games=plan.games,
        whole_dictionary=plan.whole,
        seed=plan.seed,
        timeout=plan.timeout,
        words=plan.vocabulary.digest,
        isolation=findings.isolation,
        missing=findings.missing,
        failures=findings.failures,
        complete=complete,
    )
