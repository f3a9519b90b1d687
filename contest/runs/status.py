"""Status of a run beside its rows, and its progress before a resume."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from contest.runs.folder import RunFolder
from contest.runs.workers.runner import HARD_FAILURES, STOPPED, Chunk, cut
from contest.sandbox.text import sanitize
from game.errors import InputError


@dataclass(slots=True)
class RunStatus:
    """Names, failures and missing protections of a run.

    `names` has the ``__str__`` of each entry and `failures` why it has no score;
    `stopped` are the entries that were stopped early, `missing` the protections that
    this machine lacks. `namespaces` is ``own`` if all processes had their own, else
    ``none`` and why; empty before the first game, and of runs from before they were
    used.
    """

    names: dict[str, str] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    stopped: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    namespaces: str = ""

    def add(self, entry: str, chunk: Chunk) -> bool:
        """Add the facts of a chunk of an entry; return whether any is new."""
        before = repr(self)
        if chunk.name:
            self.names.setdefault(entry, chunk.name)
        if chunk.failure:
            self.failures[entry] = chunk.failure
        if chunk.rows and chunk.rows[-1]["reason"] == STOPPED:
            self.stopped = [*dict.fromkeys([*self.stopped, entry])]
        self.missing = sorted({*self.missing, *chunk.missing})
        if self.namespaces in ("", "own"):
            self.namespaces = chunk.namespaces or self.namespaces
        return repr(self) != before

    @property
    def isolation(self) -> str:
        """The level: ``full``, ``partial`` or ``process-only``."""
        if not self.missing:
            return "full"
        steps = " ".join(self.missing)
        none_left = "Landlock" in steps and "seccomp" in steps
        return "process-only" if none_left else "partial"


@dataclass(slots=True)
class Progress:
    """Games of an entry so far, and the hard failures in a row at their end."""

    games: int = 0
    failures: int = 0


def played_before(folder: RunFolder) -> dict[str, Progress]:
    """Return the progress of each entry."""
    entries: dict[str, Progress] = {}
    for row in folder.rows():
        progress = entries.setdefault(row["entry"], Progress())
        progress.games += 1
        if progress.failures < HARD_FAILURES:  # the rows after that were not played
            progress.failures = cut((row,), progress.failures)[1]
    return entries


def load_status(folder: RunFolder, digests: dict[str, Any]) -> RunStatus:
    """Return the status of the run so far.

    Raises `InputError` when a digest of code, words or entries differs from the start
    of the run.
    """
    facts = folder.facts()
    for name, changed in (("code", "code"), ("words", "words"), ("digests", "entries")):
        if facts[name] != digests[name]:
            raise InputError(
                f"run {str(folder.path)!r} cannot be resumed: it was started with "
                f"different {changed}"
            )
    # Names are untrusted: chosen by strategies, and editable in a submitted run.
    names = {entry: sanitize(name) for entry, name in facts["names"].items()}
    others = ("failures", "stopped", "missing", "namespaces")
    return RunStatus(names, **{name: facts[name] for name in others})
