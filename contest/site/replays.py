"""Scripts with the games of official runs, which the page of replays loads."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from contest.leaderboard.submission import read
from game.text.formats import counted
from game.words import Vocabulary
from web.replays_page import run_script

_COLUMNS = ("game", "answer", "final", "outcome", "score", "moves", "reason")


class RunReplays(NamedTuple):
    """The games of an official run, for the page of replays.

    `name` is that of its folder, `title` that in the list of runs; `script` is the
    script with the games, which the page loads.
    """

    name: str
    title: str
    entries: list[str]
    script: str


def replays_of(folder: Path, vocabulary: Vocabulary) -> RunReplays:
    """Return the games of an official run for the page of replays.

    Raises `InputError` when the run is not valid.
    """
    submission = read(folder, vocabulary)
    facts, words = submission.facts, submission.setting.vocabulary
    names = submission.names
    games: dict[str, list[list[str]]] = {name: [] for name in facts["entries"]}
    for row in submission.rows:
        games[row["entry"]].append([row[column] for column in _COLUMNS])
    data = {
        "name": folder.name,
        "date": submission.sealed[:10],
        "games": facts["games"],
        "seed": facts["seed"],
        "commit": facts["commit"][:12],
        "boards": facts["boards"],
        "words": {words.digest: " ".join(words.answers)},
        "entries": [
            {
                "entry": names[name],
                "run": folder.name,
                "mode": str(submission.setting.mode),
                "words": words.digest,
                "played": len(rows),
                "games": rows,
            }
            for name, rows in games.items()
        ],
    }
    entries = [names[name] for name in games]
    what = entries[0] if len(entries) == 1 else counted(len(entries), "entry")
    title = f"{folder.name}: {what}, {counted(facts['games'], 'game')}"
    return RunReplays(folder.name, title, entries, run_script(data, _COLUMNS))
