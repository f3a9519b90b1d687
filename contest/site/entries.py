"""Facts of every entry of the leaderboard that take long to compute, kept in a file.

The pages of the site show them, and are built from the file in seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from tqdm import tqdm

from contest.leaderboard.records import official
from contest.leaderboard.standings import Leaderboard
from contest.leaderboard.submission import read
from contest.runs.folder import RunError
from contest.statistics.fingerprint import Fingerprint, fingerprint
from contest.statistics.posteriors import WinCurve
from game.files import read_text
from game.record import Game
from game.words import Vocabulary
from solver.advice.continuation import Continuation

_POINTS = 300  # of a curve
_DIGITS = 6

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """What the page of an entry shows besides its lines of the leaderboard.

    Parameters
    ----------
    entry, call : str
        Its name, and the constructor call.
    run : str
        The official run with most of its games, from which curve and fingerprint are.
    games : int
        Games of that run.
    budgets, chances, errors : list of float
        Points of the curve: budgets in nats, the exact chance to win within each, and
        its standard error.
    fingerprint : Fingerprint
        Of that run.
    """

    entry: str
    call: str
    run: str
    games: int
    budgets: list[float]
    chances: list[float]
    errors: list[float]
    fingerprint: Fingerprint


def entries_file(page: Path) -> Path:
    """Return the file beside the page of the leaderboard."""
    return page.with_name("entries.json")


def entries_text(
    found: Leaderboard,
    results: Path,
    vocabulary: Vocabulary,
    known: Sequence[EntryFacts] = (),
) -> str:
    """Return the facts of every entry of the leaderboard as JSON.

    Parameters
    ----------
    found : Leaderboard
        The leaderboard, with the games.
    results : Path
        Folder of the official runs and submissions.
    vocabulary : Vocabulary
        The words of the contest.
    known : sequence of EntryFacts
        Facts from before: an official run does not change, so the fingerprint of a run
        that is known is not computed again.

    Raises
    ------
    InputError
        When a run cannot be read.
    """
    before = {(own.run, own.entry): own.fingerprint for own in known}
    play = Continuation(vocabulary)
    lines: dict[Key, list[Mapping[str, Any]]] = {}
    for line in found.lines:
        if "run" in line:
            lines.setdefault((line["entry"], line["call"]), []).append(line)
    largest = {
        (max(own, key=lambda line: int(line["games"]))["run"], entry)
        for (entry, _), own in lines.items()
    }
    unknown = {run for run, entry in largest if (run, entry) not in before}
    played = _moves(results, vocabulary, unknown) if unknown else {}
    facts = []
    for (entry, call), own in tqdm(
        lines.items(), "fingerprints", unit=" entries", leave=False, disable=None
    ):
        run = max(own, key=lambda line: int(line["games"]))["run"]
        games = found.games[run, entry]
        budgets, chances, errors = _points(games.curve)
        facts.append(
            EntryFacts(
                entry,
                call,
                run,
                len(games),
                budgets,
                chances,
                errors,
                before.get((run, entry))
                or fingerprint(played[run, entry], games.chances, play),
            )
        )
    return msgspec.json.format(msgspec.json.encode(facts), indent=1).decode() + "\n"


def read_entries(path: Path) -> list[EntryFacts]:
    """Return the facts that `entries_text` wrote.

    Raises
    ------
    RunError
        When the file cannot be read.
    """
    try:
        return msgspec.json.decode(read_text(path), type=list[EntryFacts])
    except (OSError, ValueError) as error:
        raise RunError(
            f"cannot read {str(path)!r} ({error}): expected what evaluate.py "
            "leaderboard writes"
        ) from None


def _moves(
    results: Path, vocabulary: Vocabulary, runs: Collection[str]
) -> dict[Key, list[Game]]:
    """Return the games of every entry of some official runs."""
    found: dict[Key, list[Game]] = {}
    for path in official(results):
        if path.name not in runs:
            continue
        run = read(path, vocabulary)
        names = run.names
        for row, game in zip(run.rows, run.games, strict=True):
            found.setdefault((path.name, names[row["entry"]]), []).append(game)
    return found


def _points(curve: WinCurve) -> Sequence[list[float]]:
    """Return the steps of a curve, thinned to `_POINTS`."""
    steps = curve.steps()
    last = len(steps[0]) - 1
    kept = np.unique(np.linspace(0, last, min(last + 1, _POINTS)).astype(int))
    return [[round(float(x), _DIGITS) for x in values[kept]] for values in steps]
