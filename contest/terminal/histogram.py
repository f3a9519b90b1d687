"""Terminal report of a run of classic Wordle: games for each number of guesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from contest.statistics.summary import (
    Place,
    Summary,
    limits_between,
    select_statistics,
)
from contest.terminal.grid import align_columns
from contest.terminal.layout import WIDE, fold_note
from contest.terminal.tables import (
    ENDINGS,
    NO_SCORE,
    count_endings,
    format_cell,
    labels,
    mark_best,
)
from game.protocol import MAX_MOVES, Mode, Outcome
from game.text.formats import format_score, with_error

# Columns that are left out on a narrow screen; the least important is the first.
_DROP = ("time/game", "sd", "±", "total", *ENDINGS.values())


def histograms(
    summaries: Sequence[Summary],
    width: int = WIDE,
    names: Mapping[str, str] | None = None,
) -> str:
    """Return tables that show how many games were won with each number of guesses.

    A table has a line for each entry. If there is only one entry, a bar chart stands
    above the tables. `names` has, by entry, the name that the strategy gives itself
    (see `labels`).
    """
    if not summaries:
        return NO_SCORE

    # The table has a column for each number of guesses with which a game was won.
    guesses = sorted({n for summary in summaries for n in summary.games.histogram})
    entries = labels([summary.entry for summary in summaries], names or {})
    columns = [["entry", *entries], *_count_columns(summaries, guesses)]
    parts = (
        summaries[0].games.histogram.bars if len(summaries) == 1 else "",
        align_columns([*zip(*columns, strict=True)], width, _DROP),
        _adjusted_text(summaries, entries, guesses, width),
    )
    return "\n\n".join(filter(None, parts))


def _count_columns(
    summaries: Sequence[Summary], guesses: Sequence[int]
) -> list[list[str]]:
    """Return the columns of a table; a column has a heading and a cell for each entry.

    There is a column for each statistic, for each number of guesses in `guesses`, and
    for each way in which games were lost. In the columns for numbers of guesses and for
    lost games, a cell is a number of games.
    """
    columns = []

    # If every answer was played once, the mean has no sampling error.
    is_sample = not all(summary.games.whole for summary in summaries)
    for statistic in select_statistics(Place.TERMINAL, Mode.CLASSIC):
        cells = [format_cell(summary, statistic) for summary in summaries]
        if statistic.name == "mean":
            cells = mark_best(cells, [summary["mean"] for summary in summaries])
        columns.append([statistic.title, *cells])
        if statistic.error and is_sample:
            errors = [format_score(summary[statistic.error]) for summary in summaries]
            columns.append(["±", *errors])
        if statistic.name == "games":
            for number in guesses:
                counts = [each.games.histogram.get(number, 0) for each in summaries]
                columns.append([str(number), *map(str, counts)])
            columns += count_endings(summaries, but=Outcome.WON)
    return columns


def _adjusted_text(
    summaries: Sequence[Summary],
    entries: Sequence[str],
    guesses: Sequence[int],
    width: int,
) -> str:
    """Return a table of luck-adjusted figures and its legend, as one text.

    The figures of an entry are the mean number of guesses, and the chance to win within
    each number of guesses. `entries` has the labels of the entries. `guesses` are the
    numbers of guesses with which games were won. The text is empty if the luck of the
    clues is not known.
    """
    if not all(summary.games.is_adjusted for summary in summaries):
        return ""
    setting = summaries[0].games.setting
    limits = limits_between(guesses, setting.max_turns)
    within = [f"within {number} %" for number in limits]
    lines = [["adjusted", "guesses", *within]]
    for entry, summary in zip(entries, summaries, strict=True):
        chances = (summary.chance_within(number) for number in limits)
        shares = (with_error(100 * mean, 100 * error) for mean, error in chances)
        mean = with_error(summary["guesses"], summary["guesses_error"])
        lines.append([entry, mean, *shares])
    legend = "adjusted for the luck of clues: the mean number of guesses, and the "
    legend += "chance to win within a number of guesses, each ± standard error"
    if setting.max_turns < MAX_MOVES:
        legend += f"; a lost game counts as {setting.max_turns + 1} guesses"
    return f"{align_columns(lines, width, within)}\n\n{fold_note(legend, width)}"
