"""Terminal report of a run of classic Wordle: games by number of guesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from contest.statistics.summary import OUTCOMES, Place, Summary, select_statistics
from contest.terminal.grid import align_columns
from contest.terminal.layout import WIDE, fold_text
from contest.terminal.tables import format_cell, labels, mark_best
from game.protocol import Mode, Outcome
from game.text.formats import format_score

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
        if outcome is not Outcome.WON and any(summary[name] for summary in summaries)
    ]
    guesses = sorted({n for summary in summaries for n in summary.games.histogram})
    drawn = not all(summary.games.whole for summary in summaries)
    head = [str(n) for n in guesses] + [str(OUTCOMES[name]) for name in lost]
    header = ["entry"]
    lines = [
        [label]
        for label in labels([summary.entry for summary in summaries], names or {})
    ]
    for statistic in select_statistics(Place.TERMINAL, Mode.CLASSIC):
        header.append(statistic.title)
        cells = [format_cell(summary, statistic) for summary in summaries]
        if statistic.name == "mean":
            cells = mark_best(cells, [summary["mean"] for summary in summaries])
        for line, summary, text in zip(lines, summaries, cells, strict=True):
            line.append(text)
            if statistic.error and drawn:
                line.append(format_score(summary[statistic.error]))
            if statistic.name == "games":
                line += [str(summary.games.histogram.get(n, 0)) for n in guesses]
                line += [str(summary[name]) for name in lost]
        header += ["±"] if statistic.error and drawn else []
        header += head if statistic.name == "games" else []
    dropped = ["time/game", "sd", "±", "total", *head[len(guesses) :]]
    worst = [
        f"most guesses, {summary.entry}: {_worst(summary)}" for summary in summaries
    ]
    table = align_columns([header, *lines], width, dropped)
    bars = [
        summary.games.histogram.bars for summary in summaries if summary.games.histogram
    ]
    bars = [*bars, ""] if len(summaries) == len(bars) == 1 else []
    return "\n".join([*bars, table, "", *(fold_text(line, width) for line in worst)])


def _worst(summary: Summary) -> str:
    """Return the words that took most guesses, and how many more there are."""
    games = summary.games
    indices = np.flatnonzero(games.scores == summary["worst"])
    words = [games.answer(int(index)) for index in indices[:_WORST]]
    text = f"{format_score(summary['worst'])} {' '.join(words)}"
    more = len(indices) - len(words)
    return f"{text} and {more} more" if more else text
