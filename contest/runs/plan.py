"""Plan of a run: entries, games, seed and limits, fixed before the first game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contest.entries.entry import Entry
from contest.entries.recorded import recorded
from contest.runs.marks import mark
from contest.runs.workers.runner import Row
from contest.sandbox.limits import Limits
from contest.statistics.stopping import PrecisionStop
from game.errors import InputError
from game.protocol import Mode, Setting
from game.words import Vocabulary

OnRow = Callable[[Row], bool]
"""Receives an entry's rows, in order, and returns whether to stop the entry.

The result depends on the rows alone, not on the number of workers.
"""

# Fields whose values are facts of ``run.json``.
_SAME = (
    *("command", "games", "whole_dictionary", "seed", "commit", "width", "numbers"),
)


@dataclass(frozen=True, slots=True)
class Plan:
    """Entries, games, seed and limits of a run.

    `games` are those of each entry, the maximum when `width` is set: then the run stops
    when the widest interval is so narrow, in percentage points, by
    `contest.statistics.stopping.PrecisionStop`. `seed` is the root of the random
    streams of secrets and noise; with `whole_dictionary` game k has answer k instead of
    one drawn from it. `jobs` are worker processes, None for one per core; `scheduler`
    is the address of the dask scheduler whose workers replace them. `commit` is empty
    but for an official run. `numbers` are those of a submission in each column that it
    is for, which determine the probability of an error in
    `contest.statistics.error_budget`. `without` are protections to leave out, as on a
    machine that lacks them, for tests. `sample` are the numbers of the games, in order;
    by default those from 0 up. `command` is the name of the command that plays them.
    """

    entries: tuple[Entry, ...]
    setting: Setting
    games: int
    seed: str
    limits: Limits = Limits()
    jobs: int | None = 1
    whole_dictionary: bool = False
    width: float | None = None
    commit: str = ""
    numbers: Mapping[str, int] | None = None
    without: tuple[str, ...] = ()
    sample: tuple[int, ...] = ()
    scheduler: str = ""
    command: str = ""

    @classmethod
    def of(
        cls,
        facts: Mapping[str, Any],
        vocabulary: Vocabulary,
        jobs: int | None = 1,
        checkout: Path | None = None,
    ) -> Plan:
        """Return the plan of an interrupted run, from its facts and its words.

        Its entries are as of `recorded_entries`.
        """
        setting = Setting.from_dict(facts, vocabulary)
        entries = recorded_entries(facts, setting.mode, checkout)
        limits = Limits.from_dict(facts)
        same = {name: facts[name] for name in _SAME}
        return cls(entries, setting, limits=limits, jobs=jobs, **same)

    def to_dict(self) -> dict[str, Any]:
        """Return the facts of ``run.json`` that are fixed before the first game."""
        return {
            **self.setting.to_dict(),
            "entries": [entry.text for entry in self.entries],
            "calls": {entry.text: entry.expression for entry in self.entries},
            "checkout": str(self.checkout or ""),
            "mark": mark(
                [entry.text for entry in self.entries], str(self.checkout or "")
            ),
            **self.limits.to_dict(),
            **{name: getattr(self, name) for name in _SAME},
            "official": bool(self.commit),
        }

    @property
    def checkout(self) -> Path | None:
        """The contest checkout that the entries come from; None for this one."""
        return self.entries[0].checkout if self.entries else None

    def stopping_rule(self) -> OnRow:
        """Return a new stopping rule for an entry."""
        if self.width is None:
            return lambda _: False
        return PrecisionStop(self.setting.vocabulary, self.width, self.games)

    def check(self) -> None:
        """Raise `InputError` for a plan that cannot be played.

        That is one whose setting is invalid, or that lists an entry twice, so that its
        rows would be ambiguous.
        """
        self.setting.check()
        for text, count in Counter(entry.text for entry in self.entries).items():
            if count > 1:
                raise InputError(f"entry {text!r} is given twice: expected it once")


def recorded_entries(
    facts: Mapping[str, Any], mode: Mode, checkout: Path | None = None
) -> tuple[Entry, ...]:
    """Return the entries of a recorded run.

    `checkout` was named here, and replaces the recorded one. A run that was not started
    here has entries of strategies/, or of the checkout, alone. Raises `InputError` for
    others, and when an entry does not exist any more.
    """
    home, calls = facts["checkout"], facts["calls"]
    is_own = facts["mark"] == mark(facts["entries"], home)
    if bool(home) is not bool(checkout) and not (is_own and home):
        expected = "--from with the same project here" if home else "no --from"
        raise InputError(
            f"a run of entries from {home or 'strategies/'!r}: expected {expected}"
        )
    folder = checkout or (Path(home) if home else None)
    return tuple(
        recorded(text, calls.get(text, ""), mode, folder, is_own=is_own)
        for text in facts["entries"]
    )
