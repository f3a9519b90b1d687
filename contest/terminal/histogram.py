"""Terminal report of a run of classic Wordle: games by number of guesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from contest.statistics.summary import OUTCOMES, Place, Summary, select_statistics
from contest.terminal.grid import align_columns
from contest.terminal.layout import PROSE, WIDE, fold_text
from contest.terminal.tables import format_cell, labels, mark_best
from game.protocol import MAX_MOVES, Mode, Outcome
from game.text.formats import format_score, with_error

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
    adjusted = _adjusted_text(summaries, [line[0] for line in lines], guesses, width)
    bars = [
        summary.games.histogram.bars for summary in summaries if summary.games.histogram
    ]
    bars = [*bars, ""] if len(summaries) == len(bars) == 1 else []
    notes = [fold_text(line, width) for line in worst]
    return "\n".join([*bars, table, "", *adjusted, *notes])


def _adjusted_text(
    summaries: Sequence[Summary],
    entries: Sequence[str],
    guesses: Sequence[int],
    width: int,
) -> list[str]:
    """Return a table of adjusted guesses and chances, and its legend.

    Empty unless the luck of clues is known.
    """
    if not all(summary.games.is_adjusted for summary in summaries):
        return []
    setting = summaries[0].games.setting
    within = [f"within {number} %" for number in guesses]
    lines = [["adjusted", "guesses", *within]]
    for entry, summary in zip(entries, summaries, strict=True):
        chances = (summary.games.curve.at(number) for number in guesses)
        # Adjusted means are not limited to 1.
        shares = (with_error(100 * min(m, 1.0), 100 * error) for m, error in chances)
        mean = with_error(summary["guesses"], summary["guesses_error"])
        lines.append([entry, mean, *shares])
    legend = "adjusted for the luck of clues: mean guesses, and the chance to win "
    legend += "within a number of them ± standard error"
    if setting.max_turns < MAX_MOVES:
        legend += f"; a lost game counts as {setting.max_turns + 1} guesses"
    table = align_columns(lines, width, within)
    return [table, "", fold_text(legend, min(width, PROSE)), ""]


def _worst(summary: Summary) -> str:
    """Return the words that took most guesses, and how many more there are."""
    games = summary.games
    indices = np.flatnonzero(games.scores == summary["worst"])
    words = [games.answer(int(index)) for index in indices[:_WORST]]
    text = f"{format_score(summary['worst'])} {' '.join(words)}"
    more = len(indices) - len(words)
    return f"{text} and {more} more" if more else text
