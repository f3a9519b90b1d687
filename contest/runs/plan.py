"""Plan of a run: entries, games, seed and limits, fixed before the first game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contest.entries.entry import Entry, resolve
from contest.runs.runner import Row
from contest.statistics.stopping import PrecisionStop
from game.errors import InputError
from game.hard import Hard
from game.protocol import Mode, Setting
from game.words import Vocabulary

StoppingRule = Callable[[Row], bool]
"""Takes an entry's rows one by one, in order, and returns whether to stop.

The result depends on the rows alone, not on the number of workers.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """Entries, games, seed and limits of a run.

    Parameters
    ----------
    entries : tuple of Entry
        The strategies.
    vocabulary : Vocabulary
        The words.
    mode : Mode
        The game.
    games : int
        Games of each entry; the maximum when `width` is set.
    whole : bool
        Whether game k has answer k instead of one drawn from the seed.
    seed : str
        Root of the random streams of secrets and noise.
    timeout : float
        Seconds of CPU time for a game.
    start_timeout : float
        Seconds for a strategy to import, construct and prepare.
    jobs : int
        Worker processes.
    isolate_games : bool
        Whether every game gets a new process.
    commit : str
        Commit of an official run; else empty.
    boards : int
        Secrets that the same guesses must find.
    hard : Hard
        Constraint of the clues on the next guess.
    width : float, optional
        Play until the widest interval is so narrow, in percentage points, by
        `contest.statistics.stopping.PrecisionStop`.
    without : tuple of str
        Protections to leave out, as on a machine that lacks them; for tests.
    scheduler : str
        Address of the dask scheduler whose workers replace `jobs`.
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
    isolate_games: bool = False
    commit: str = ""
    boards: int = 1
    hard: Hard = Hard.OFF
    width: float | None = None
    without: tuple[str, ...] = ()
    scheduler: str = ""

    @classmethod
    def of(cls, facts: Mapping[str, Any], vocabulary: Vocabulary, jobs: int) -> Plan:
        """Return the plan of an interrupted run.

        Parameters
        ----------
        facts : mapping
            As `contest.runs.folder.RunFolder.facts` returns them.
        vocabulary : Vocabulary
            The words it was started with.
        jobs : int
            Worker processes.

        Raises
        ------
        InputError
            When an entry does not exist any more.
        """
        mode = Mode(facts["mode"])
        home = Path(facts["checkout"]) if facts["checkout"] else None
        return cls(
            entries=tuple(resolve(text, mode, home) for text in facts["entries"]),
            vocabulary=vocabulary,
            mode=mode,
            games=facts["games"],
            whole=facts["whole_dictionary"],
            seed=facts["seed"],
            timeout=facts["timeout"],
            start_timeout=facts["start_timeout"],
            isolate_games=facts["isolate_games"],
            commit=facts["commit"],
            boards=facts["boards"],
            hard=Hard(facts["hard"]),
            width=facts["width"],
            jobs=jobs,
        )

    @property
    def checkout(self) -> Path | None:
        """The contest checkout that the entries come from; None for this one."""
        return self.entries[0].checkout if self.entries else None

    def stopping_rule(self) -> StoppingRule:
        """Return a new stopping rule for an entry."""
        if self.width is None:
            return lambda _: False
        return PrecisionStop(self.vocabulary, self.width)

    def check(self) -> None:
        """Refuse a plan that cannot be played.

        Raises
        ------
        InputError
            When an entry is listed twice, so that its rows would be ambiguous, or the
            setting is invalid.
        """
        boards, hard = self.boards, self.hard
        Setting(self.vocabulary, self.mode, boards=boards, hard=hard).check()
        for text, count in Counter(entry.text for entry in self.entries).items():
            if count > 1:
                raise InputError(f"entry {text!r} is given twice: expected it once")
