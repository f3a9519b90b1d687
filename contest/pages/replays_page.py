"""Page of replays of official runs; the page loads the games as scripts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from contest.leaderboard.submission import read
from contest.pages.template import render_page
from contest.runs.beacons import Beacon
from game.clues import Rule
from game.text.formats import format_count
from game.text.wording import MARK_MEANINGS, repeated_letters
from game.words import Vocabulary

_FIELDS = ("game", "answer", "final", "outcome", "score", "moves", "reason")


class RunReplays(NamedTuple):
    """The games of an official run, for the page of replays.

    `name` is the name of the run's folder. `title` is the title of the run in the list
    of runs. `entries` has the names of the entries. `script` is a script with the
    games; the page loads this script. `beacon` is the round of the beacon from which
    the seed of the run follows, or None if the run has no beacon.
    """

    name: str
    title: str
    entries: list[str]
    script: str
    beacon: Beacon | None = None


def replays_of(folder: Path, vocabulary: Vocabulary) -> RunReplays:
    """Return the games of an official run for the page of replays.

    Raises `InputError` when the run is not valid.
    """
    submission = read(folder, vocabulary)
    facts = submission.facts
    words = facts.setting.vocabulary
    names = submission.names

    games: dict[str, list[list[str]]] = {name: [] for name in facts.entries}
    for row in submission.rows:
        games[row["entry"]].append([row[field] for field in _FIELDS])

    # The data have the seed and the words, with which the page checks every clue.
    data = {
        "name": folder.name,
        "date": submission.sealed[:10],
        "games": facts.games,
        "seed": facts.seed,
        "commit": facts.commit[:12],
        "boards": facts.setting.boards,
        "words": {words.digest: " ".join(words.answers)},
        "entries": [
            {
                "entry": names[name],
                "run": folder.name,
                "mode": str(facts.setting.mode),
                "channel": facts.setting.channel,
                "limit": facts.setting.max_turns,
                "given": facts.setting.given,
                "words": words.digest,
                "played": len(rows),
                "games": rows,
            }
            for name, rows in games.items()
        ],
        "columns": _FIELDS,
    }
    entries = [names[name] for name in games]
    what = entries[0] if len(entries) == 1 else format_count(len(entries), "entry")
    title = f"{folder.name}: {what}, {format_count(facts.games, 'game')}"
    if facts.setting.channel:
        title += f", {facts.setting.channel}"
    script = f"loadRun({json.dumps(data, separators=(',', ':'))});\n"
    return RunReplays(
        name=folder.name,
        title=title,
        entries=entries,
        script=script,
        beacon=facts.beacon,
    )


def replays_page(
    runs: Sequence[RunReplays], pages: Mapping[str, str], first: str = ""
) -> str:
    """Return the page of replays.

    When you choose a run, the page loads the script ``data/NAME.js`` with the games of
    the run NAME. If the address of the page names no run, the page shows the last won
    game of the run `first`.
    """
    names = [run.name for run in runs]
    return render_page(
        "replays",
        pages,
        {
            "runs": [{"name": run.name, "title": run.title} for run in runs],
            "first": first if first in names else names[0],
        },
        loads="'self' file:",
        letterwise=repeated_letters(Rule.LETTERWISE),
        marks=MARK_MEANINGS,
    )
