"""Plan of a run: entries, games, seed and limits, fixed before the first game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from contest.entries.digests import code_digest, entry_digest
from contest.entries.entry import Entry, resolve_recorded
from contest.runs.facts import RunFacts, RunStatus, Schedule
from contest.runs.provenance import machine, sign_entries, versions
from contest.runs.workers.runner import Row
from contest.sandbox.limits import Limits
from game.errors import InputError
from game.protocol import Setting

OnRow = Callable[[Row], bool]
"""Function that decides, game by game, whether an entry plays further games.

The function gets the row of each game of the entry, in order, and returns true to stop.
The returned value must depend on the rows alone, not on the number of workers.
"""


@dataclass(frozen=True, kw_only=True)
class Plan(Schedule):
    """Entries, games, seed and limits of a run, and the workers that play it.

    `sample` has the numbers of the games to play. If `sample` is empty, the games 0, 1,
    2 and so on are played. `jobs` is the number of worker processes; None means one
    worker per core. If `scheduler` is the address of a dask scheduler, the workers of
    its cluster play instead, and `jobs` is ignored. If `scheduler` is an empty string,
    dask is not used.
    """

    entries: tuple[Entry, ...]
    setting: Setting
    limits: Limits = Limits()
    jobs: int | None = 1
    sample: tuple[int, ...] = ()
    scheduler: str = ""

    @classmethod
    def from_facts(
        cls, facts: RunFacts, jobs: int | None = 1, checkout: Path | None = None
    ) -> Plan:
        """Return the plan by which a recorded run can be played again.

        `jobs` is the number of workers. `checkout` is the folder of the other contest
        project that has the entries, or None if the user named no folder. Raises
        `InputError` if an entry of the run cannot be used here.
        """
        return cls(
            entries=find_recorded_entries(facts, checkout),
            setting=facts.setting,
            limits=facts.limits,
            jobs=jobs,
            **_schedule(facts),
        )

    def facts(self) -> RunFacts:
        """Return the facts of this plan's run, as they are before its first game.

        The code and the entries' files are read, because the facts have digests of
        them.
        """
        texts = [entry.text for entry in self.entries]
        checkout = str(self.checkout or "")
        return RunFacts(
            setting=self.setting,
            limits=self.limits,
            entries=texts,
            calls={entry.text: entry.expression for entry in self.entries},
            checkout=checkout,
            mark=sign_entries(texts, checkout),
            code=code_digest(),
            digests={entry.text: entry_digest(entry) for entry in self.entries},
            versions=versions(),
            machine=machine(),
            status=RunStatus(),
            complete=False,
            **_schedule(self),
        )

    @property
    def pools(self) -> list[tuple[Entry, ...]]:
        """The entries of each pool of workers.

        A worker keeps the process of an entry until the worker plays another entry. In
        an official run every entry has a pool of its own, so that processes of two
        entries never run at the same time. In any other run there is one pool.
        """
        return [(entry,) for entry in self.entries] if self.commit else [self.entries]

    @property
    def checkout(self) -> Path | None:
        """The folder of the other contest project that has the entries.

        It is None if the entries are in this project.
        """
        return self.entries[0].checkout if self.entries else None

    def check(self) -> None:
        """Raise `InputError` for an invalid setting, or an entry that occurs twice."""
        self.setting.check()
        for text, count in Counter(entry.text for entry in self.entries).items():
            if count > 1:
                raise InputError(f"entry {text!r} is given twice", "every entry once")


def _schedule(source: Schedule) -> dict[str, Any]:
    """Return the values of the fields of `Schedule`, which plans and facts share.

    The keys are the names of the fields.
    """
    return {item.name: getattr(source, item.name) for item in fields(Schedule)}


def find_recorded_entries(
    facts: RunFacts, checkout: Path | None = None
) -> tuple[Entry, ...]:
    """Return the entries of a recorded run.

    `facts` are the facts of the run. `checkout` is the folder of another contest
    project, which the user named with ``--from``, or None. If it is not None, it
    replaces the recorded folder of the other project.

    A valid signature in the field `mark` shows that the run was started from this
    checkout. If the run has no valid signature, its entries must be in ``strategies/``
    or in `checkout`. Raises `InputError` if an entry is in another place or no longer
    exists. Also raises `InputError` if the run needs ``--from`` and `checkout` is None,
    or if the run was played without ``--from`` and `checkout` is not None.
    """
    home = facts.checkout
    is_own = facts.mark == sign_entries(facts.entries, home)
    if bool(home) is not bool(checkout) and not (is_own and home):
        if home:
            raise InputError(
                f"the run was played with --from {home!r}",
                "--from with a checkout of the same project on this machine",
            )
        raise InputError("the run was played without --from", "no --from")
    folder = checkout or (Path(home) if home else None)
    return tuple(
        resolve_recorded(
            text, facts.calls.get(text, ""), facts.setting.mode, folder, is_own=is_own
        )
        for text in facts.entries
    )
