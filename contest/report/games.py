"""Game data of the HTML report, for the step-by-step viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from contest.runs.read import SHOWN, Run

ROOM = 3_000_000
"""Characters of games in a page, so that it stays below 5 MB."""


def viewer_data(runs: Sequence[Run]) -> dict[str, Any]:
    """Return the data of the viewer: words, and as many games as fit.

    Each list of words is included once: the viewer computes the posteriors itself, so
    that the page stays small.
    """
    entries = []
    words = {}
    shown = [run.games[own.entry] for run in runs for own in run.summaries]
    summaries = [(run, summary) for run in runs for summary in run.summaries]
    for (run, summary), games in zip(summaries, share(shown, ROOM), strict=True):
        setting = summary.games.setting
        words[setting.vocabulary.digest] = " ".join(setting.vocabulary.answers)
        entry = {
            "entry": summary.entry,
            "run": summary.run,
            "mode": str(setting.mode),
            "words": setting.vocabulary.digest,
            "played": len(summary.games),
            "games": games,
            "logs": {
                game[0]: run.logs[summary.entry, game[0]]
                for game in games
                if (summary.entry, game[0]) in run.logs
            },
        }
        entries.append(entry)
    return {"columns": SHOWN, "words": words, "entries": entries}


def share(
    shown: Sequence[list[tuple[str, ...]]], room: int
) -> list[list[tuple[str, ...]]]:
    """Return each entry's first games, of small runs all, that fit a page together."""
    sizes = [[_size(game) for game in games] for games in shown]
    counts = dict[int, int]()
    # Large runs share the space that small ones do not use.
    for done, place in enumerate(
        sorted(range(len(sizes)), key=lambda k: sum(sizes[k]))
    ):
        left, count = room // (len(sizes) - done), 0
        for size in sizes[place]:
            if size > left:
                break
            left, room, count = left - size, room - size, count + 1
        counts[place] = count
    return [games[: counts[k]] for k, games in enumerate(shown)]


def _size(game: Sequence[str]) -> int:
    """Return how many characters a game takes as JSON, quotes and commas included."""
    return sum(map(len, game)) + 3 * len(game)
