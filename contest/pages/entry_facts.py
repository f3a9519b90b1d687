"""File ``entries.json`` with the curve of every entry, for the pages of the site.

The tables of the leaderboard do not have the points of the curves. With the file, the
pages of the site are made without reading the games again.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from contest.leaderboard.columns import current_entries
from contest.leaderboard.leads import last_holders
from contest.leaderboard.standings import Leaderboard
from contest.runs.facts import RunError
from game.arrays import Floats
from game.files import read_text

_DIGITS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFacts:
    """Curve of an entry: the chance to win within a budget, for the entry's page.

    `entry` and `call` are the name and the call of the entry. The curve is computed
    from the official run in which the entry has most games. `budgets` are in nats.
    `chances` has the chance to win within each budget, and `errors` has the standard
    error of each chance.
    """

    entry: str
    call: str
    budgets: list[float]
    chances: list[float]
    errors: list[float]

    @property
    def points(self) -> tuple[Floats, ...]:
        """Three arrays, as `WinCurve.steps` returns them: budgets, chances, errors."""
        return tuple(map(np.array, (self.budgets, self.chances, self.errors)))


def entries_file(page: Path) -> Path:
    """Return the path of ``entries.json``, which has the `EntryFacts` of all entries.

    `page` is the leaderboard's page in the documentation; the file is beside the page.
    """
    return page.with_name("entries.json")


def entries_text(standings: Leaderboard) -> str:
    """Return the `EntryFacts` of all entries in the leaderboard's tables, as JSON."""
    # The holders of leads and records have pages even if their files no longer list
    # them.
    titles = [
        *last_holders(standings.leads).values(),
        *last_holders(standings.records).values(),
    ]
    facts = []
    for (entry, call), line in current_entries(standings.lines, titles).items():
        key = line.run, entry
        figures = standings.figures[key]
        budgets, chances, errors = figures.steps
        entry_facts = EntryFacts(
            entry=entry,
            call=call,
            budgets=budgets.round(_DIGITS).tolist(),
            chances=chances.round(_DIGITS).tolist(),
            errors=errors.round(_DIGITS).tolist(),
        )
        facts.append(entry_facts)
    return msgspec.json.format(msgspec.json.encode(facts), indent=1).decode() + "\n"


def read_entries(path: Path) -> list[EntryFacts]:
    """Return the `EntryFacts` of all entries from a file that `entries_text` made."""
    try:
        return msgspec.json.decode(read_text(path), type=list[EntryFacts])
    except (OSError, ValueError) as error:
        raise RunError(
            f"cannot read {str(path)!r} ({error})",
            "the file that evaluate.py leaderboard writes",
        ) from None
