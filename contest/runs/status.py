"""What a run has found beside its rows, and how far it had come when it goes on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from contest.runs.folder import RunFolder
from contest.runs.runner import HARD_FAILURES, cut
from contest.sandbox.remote import sanitize
from game.errors import InputError


@dataclass(slots=True)
class RunStatus:
    """What a run found beside its rows.

    Attributes
    ----------
    names : dict of str to str
        ``__str__`` of each entry.
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


@dataclass(slots=True)
class Progress:
    """What was played of an entry before: games, and hard failures at the end."""

    games: int = 0
    failures: int = 0


def played_before(folder: RunFolder) -> dict[str, Progress]:
    """Return how far each entry had come."""
    found: dict[str, Progress] = {}
    for row in folder.rows():
        progress = found.setdefault(row["entry"], Progress())
        progress.games += 1
        if progress.failures < HARD_FAILURES:  # after which nothing was played
            progress.failures = cut((row,), progress.failures)[1]
    return found


def load_status(folder: RunFolder, digests: dict[str, Any]) -> RunStatus:
    """Return the status of the run so far.

    Parameters
    ----------
    folder : RunFolder
        The run.
    digests : dict
        Of code, words and entries, as they are now.

    Raises
    ------
    InputError
        When one of them was another when the run was begun.
    """
    facts = folder.facts()
    for name, things in _GOES_ON_WITH.items():
        if facts[name] != digests[name]:
            raise InputError(
                f"run {str(folder.path)!r} was begun with other {things}: expected "
                "the same here, to go on with it"
            )
    # A strategy chose its name, and whoever sent the run may have changed it.
    names = {entry: sanitize(name) for entry, name in facts["names"].items()}
    others = {name: facts[name] for name in ("failures", "stopped", "missing")}
    return RunStatus(names, **others)


_GOES_ON_WITH = {"code": "code", "words": "words", "digests": "entries"}
