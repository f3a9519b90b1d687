"""Game data of the HTML report, for the step-by-step viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from contest.runs.results import SHOWN, Result

ROOM = 3_000_000
"""Characters of games in a page, so that it stays below 5 MB."""


def viewer_data(results: Sequence[Result], room: int = ROOM) -> dict[str, Any]:
    """Return the data of the viewer: words, and as many games as fit.

    Each list of words is included once: the viewer computes the posteriors itself, so
    that the page stays small.

    Parameters
    ----------
    results : sequence of Result
        The entries.
    room : int
        Maximum number of characters of their games.
    """
    words = {r.vocabulary.digest: " ".join(r.vocabulary.answers) for r in results}
    entries = [
        {
            "entry": result.entry,
            "run": result.run,
            "mode": str(result.mode),
            "words": result.vocabulary.digest,
            "played": len(result.scores),
            "games": games,
        }
        for result, games in zip(results, share(results, room), strict=True)
    ]
    return {"columns": SHOWN, "words": words, "entries": entries}


def share(results: Sequence[Result], room: int) -> list[list[tuple[str, ...]]]:
    """Return each entry's first games, of small runs all, that fit a page together."""
    sizes = [[_size(game) for game in result.games] for result in results]
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
    return [result.games[: counts[k]] for k, result in enumerate(results)]


def _size(game: Sequence[str]) -> int:
    """Return how many characters a game takes as JSON, quotes and commas included."""
    return sum(map(len, game)) + 3 * len(game)
