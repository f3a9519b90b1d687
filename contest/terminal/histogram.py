"""Terminal report of a run of classic Wordle: games by number of guesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from contest.statistics.summary import OUTCOMES, Place, Summary, shown
from contest.terminal.grid import aligned
from contest.terminal.layout import WIDE, folded
from contest.terminal.tables import cell, figure, labels, starred
from game.protocol import Mode, Outcome

_WORST = 8  # games named at most


def histograms(
    summaries: Sequence[Summary],
    width: int = WIDE,
    names: Mapping[str, str] | None = None,
) -> str:
    """Return the games of each entry by number of guesses, and their worst words."""
    if not summaries:
        return "no entry has a score"
    lost = [
        name
        for name, outcome in OUTCOMES.items()
        if outcome is not Outcome.WON and any(own[name] for own in summaries)
    ]
    guesses = sorted({n for own in summaries for n in own.games.histogram})
    drawn = not all(own.games.whole for own in summaries)
    head = [str(n) for n in guesses] + [str(OUTCOMES[name]) for name in lost]
    header = ["entry"]
    lines = [[label] for label in labels([o.entry for o in summaries], names or {})]
    for statistic in shown(Place.TERMINAL, Mode.CLASSIC):
        header.append(statistic.title)
        cells = [cell(own, statistic) for own in summaries]
        if statistic.name == "mean":
            cells = starred(cells, [own["mean"] for own in summaries])
        for line, own, text in zip(lines, summaries, cells, strict=True):
            line.append(text)
            if statistic.error and drawn:
                line.append(figure(own[statistic.error]))
            if statistic.name == "games":
                line += [str(own.games.histogram.get(n, 0)) for n in guesses]
                line += [str(own[name]) for name in lost]
        header += ["±"] if statistic.error and drawn else []
        header += head if statistic.name == "games" else []
    dropped = ["time/game", "sd", "±", "total", *head[len(guesses) :]]
    worst = [f"most guesses, {own.entry}: {_worst(own)}" for own in summaries]
    table = aligned([header, *lines], width, dropped)
    bars = [own.games.histogram.bars for own in summaries if own.games.histogram]
    bars = [*bars, ""] if len(summaries) == len(bars) == 1 else []
    return "\n".join([*bars, table, "", *(folded(line, width) for line in worst)])


def _worst(summary: Summary) -> str:
    """Return the words that took most guesses, and how many more there are."""
    games = summary.games
    places = np.flatnonzero(games.scores == summary["worst"])
    words = [games.answer(int(place)) for place in places[:_WORST]]
    text = f"{figure(summary['worst'])} {' '.join(words)}"
    more = len(places) - len(words)
    return f"{text} and {more} more" if more else text
