"""What to play, decided before anything is played."""

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
"""Is told an entry's rows one by one, in order, and says when there are enough.

Its answer depends on the rows alone, so that the number of workers changes nothing.
"""


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
        Games of each entry; at most so many where it has a width.
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
    isolate_games : bool
        Whether every game gets a new process.
    commit : str
        For an official run, the commit that it is made from; else empty.
    boards : int
        Secrets that the same guesses must find.
    hard : Hard
        What the clues so far ask of the next guess.
    width : float, optional
        Play until the widest interval is so narrow, in percentage points, by
        `contest.statistics.stopping.PrecisionStop`.
    without : tuple of str
        Protections to leave out, as on a machine that lacks them; for tests.
    scheduler : str
        Address of the dask scheduler whose workers play in place of `jobs`.
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
        """Return the plan of a run that was begun before.

        Parameters
        ----------
        facts : mapping
            As `contest.runs.folder.RunFolder.facts` returns them.
        vocabulary : Vocabulary
            The words it was begun with.
        jobs : int
            Worker processes.

        Raises
        ------
        InputError
            When an entry is not here any more.
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
        """The contest checkout that the entries come from, None for ours."""
        return self.entries[0].checkout if self.entries else None

    def stopping_rule(self) -> StoppingRule:
        """Return what says that an entry has played enough."""
        if self.width is None:
            return lambda _: False
        return PrecisionStop(self.vocabulary, self.width)

    def check(self) -> None:
        """Refuse a plan that cannot be played.

        Raises
        ------
        InputError
            When an entry comes twice, whose rows could not be told apart, or the
            game cannot be played.
        """
        boards, hard = self.boards, self.hard
        Setting(self.vocabulary, self.mode, boards=boards, hard=hard).check()
        for text, count in Counter(entry.text for entry in self.entries).items():
            if count > 1:
                raise InputError(f"entry {text!r} is given twice: expected it once")
