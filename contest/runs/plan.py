"""Plan of a run: entries, games, seed and limits, fixed before the first game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from msgspec import structs

from contest.entries.digests import code_digest, entry_digest
from contest.entries.entry import Entry, resolve_recorded
from contest.runs.facts import RunFacts, RunStatus
from contest.runs.provenance import machine, sign_entries, versions
from contest.runs.workers.runner import Row
from contest.sandbox.limits import Limits
from contest.statistics.stopping import PrecisionStop
from game.errors import InputError
from game.protocol import RULES_VERSION, Setting
from game.words import Vocabulary

# Fields that are facts of the same names.
_RECORDED = (
    *("games", "seed", "whole_dictionary", "width"),
    *("commit", "numbers", "command"),
)

OnRow = Callable[[Row], bool]
"""Receives an entry's rows, in order, and returns whether to stop the entry.

The result depends on the rows alone, not on the number of workers.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """Entries, games, seed and limits of a run.

    `games` are those of each entry, the maximum when `width` is set: then the run stops
    when the widest interval is so narrow, in percentage points, by
    `contest.statistics.stopping.PrecisionStop`. `seed`, `whole_dictionary` and `sample`
    are those of a `Job`, `without` of a `SandboxPolicy`. `jobs` are worker processes,
    None for one per core; `scheduler` is the address of the dask scheduler whose
    workers replace them. `commit` is empty but for an official run. `numbers` are those
    of a submission in each column that it is for, which determine the probability of an
    error in `contest.statistics.error_budget`. `command` is the name of the command
    that plays them.
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
    numbers: dict[str, int] | None = None
    without: tuple[str, ...] = ()
    sample: tuple[int, ...] = ()
    scheduler: str = ""
    command: str = ""

    @classmethod
    def from_facts(
        cls,
        facts: RunFacts,
        vocabulary: Vocabulary,
        jobs: int | None = 1,
        checkout: Path | None = None,
    ) -> Plan:
        """Return the plan of a recorded run, with `find_recorded_entries`."""
        return cls(
            find_recorded_entries(facts, checkout),
            facts.setting(vocabulary),
            limits=facts.limits,
            jobs=jobs,
            **{name: getattr(facts, name) for name in _RECORDED},
        )

    def facts(self) -> RunFacts:
        """Return the facts of a run of this plan of which no game was played.

        It reads the code and the entries' files, for their digests.
        """
        texts, checkout = [e.text for e in self.entries], str(self.checkout or "")
        return RunFacts(
            rules=RULES_VERSION,
            words=self.setting.vocabulary.digest,
            **{name: getattr(self.setting, name) for name in Setting.options()},
            **{name: getattr(self, name) for name in _RECORDED},
            **asdict(self.limits),
            entries=texts,
            calls={entry.text: entry.expression for entry in self.entries},
            checkout=checkout,
            mark=sign_entries(texts, checkout),
            official=bool(self.commit),
            code=code_digest(),
            digests={entry.text: entry_digest(entry) for entry in self.entries},
            versions=versions(),
            machine=machine(),
            **structs.asdict(RunStatus()),
            isolation=RunStatus().isolation,
            complete=False,
        )

    @property
    def pools(self) -> list[tuple[Entry, ...]]:
        """The entries by pool of workers.

        A worker keeps the process of an entry until it plays another one. In an
        official run it ends before any process of the next entry starts, so that no
        two entries are there at the same time.
        """
        return [(entry,) for entry in self.entries] if self.commit else [self.entries]

    @property
    def checkout(self) -> Path | None:
        """The contest checkout that the entries come from; None for this one."""
        return self.entries[0].checkout if self.entries else None

    def stopping_rule(self) -> OnRow:
        """Return a new stopping rule for an entry."""
        if self.width is None:
            return lambda _: False
        return PrecisionStop(self.setting, self.width)

    def check(self) -> None:
        """Raise `InputError` for an invalid setting, and for an entry that is twice."""
        self.setting.check()
        for text, count in Counter(entry.text for entry in self.entries).items():
            if count > 1:
                raise InputError(f"entry {text!r} is given twice: expected it once")


def find_recorded_entries(
    facts: RunFacts, checkout: Path | None = None
) -> tuple[Entry, ...]:
    """Return the entries of a recorded run.

    `checkout` was named here, and replaces the recorded one. A run that was not started
    here has entries of strategies/, or of the checkout, alone. Raises `InputError` for
    others, and when an entry does not exist any more.
    """
    home = facts.checkout
    is_own = facts.mark == sign_entries(facts.entries, home)
    if bool(home) is not bool(checkout) and not (is_own and home):
        expected = "--from with the same project here" if home else "no --from"
        raise InputError(
            f"a run of entries from {home or 'strategies/'!r}: expected {expected}"
        )
    folder = checkout or (Path(home) if home else None)
    return tuple(
        resolve_recorded(
            text, facts.calls.get(text, ""), facts.mode, folder, is_own=is_own
        )
        for text in facts.entries
    )
