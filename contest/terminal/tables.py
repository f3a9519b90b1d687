"""Tables for the terminal: the summary of a run with its notes, and a list of runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from contest.runs.facts import RunStatus
from contest.runs.folder import ListedRun
from contest.statistics.prospects import Prospect, always_text
from contest.statistics.quantiles import PERCENTILES, percents
from contest.statistics.summary import Place, Statistic, Summary, select_statistics
from contest.terminal.grid import align_columns
from contest.terminal.layout import WIDE, fold_note, fold_text
from game.protocol import Mode, Outcome
from game.text.formats import custom_name, format_score, number, with_error

NO_SCORE = "no entry has a score"
"""The text that replaces tables if a run has no scores."""

ENDINGS = {outcome: outcome.replace("_", " ") for outcome in Outcome}
ENDINGS[Outcome.TIMEOUT] = "timed out"
"""The words for each outcome, as tables and notes show them."""

_MOST_NAMES = 3  # the list of runs names at most this many entries of a run
_LONG = 30  # if a name up to this width would be folded, chances get fewer decimals


def table_text(
    summaries: Sequence[Summary],
    width: int = WIDE,
    names: Mapping[str, str] | None = None,
) -> str:
    """Return a run of WORDPL as two tables with a line for each entry.

    The first table has the scores, the second table has luck-adjusted budgets. `names`
    has, by entry, the name that the strategy gives itself (see `labels`).
    """
    if not summaries:
        return NO_SCORE
    entries = labels([summary.entry for summary in summaries], names or {})

    scores = _score_columns(summaries, entries)
    exact = _exact_columns(summaries, entries, 4)

    # If names would be folded, chances get fewer decimals to make room.
    longest_name = min(_LONG, max(map(len, entries)))
    if longest_name + sum(2 + max(map(len, column)) for column in exact[1:]) > width:
        exact = _exact_columns(summaries, entries, 1)

    droppable = ["interval", "time/game", *ENDINGS.values()]
    tables = (
        align_columns([*zip(*scores, strict=True)], width, droppable),
        align_columns([*zip(*exact, strict=True)], width, ["interval", "chance %"]),
    )
    legend = _legend(*tables)
    return "\n\n".join([*tables, fold_note(legend, width)])


def prospects_text(
    summaries: Sequence[Summary],
    nearest: Mapping[str, Prospect],
    width: int = WIDE,
    names: Mapping[str, str] | None = None,
) -> str:
    """Return lines that say how near entries are to a lead.

    `nearest` has the prospects of some entries, by entry; each of these entries has a
    line. If an entry pays the same in every game, a further line says how much it pays
    and how often it wins. The text is empty if no entry has a line. `names` has, by
    entry, the name that the strategy gives itself (see `labels`).
    """
    lines = []
    texts = labels([summary.entry for summary in summaries], names or {})
    for text, summary in zip(texts, summaries, strict=True):
        if summary.games.setting.mode.priced and (always := always_text(summary.games)):
            lines.append(f"{text} {always}.")
        if summary.entry in nearest:
            lines.append(f"{text}: {nearest[summary.entry].text}")
    return fold_text("\n".join(lines), width)


def _score_columns(
    summaries: Sequence[Summary], entries: Sequence[str]
) -> list[list[str]]:
    """Return the columns of the table of scores; a column is a heading and its cells.

    The columns have the number of games, how games ended, the scores with their
    intervals, and other statistics. `entries` has the labels of the entries.
    """
    games, *others = (
        [statistic.title, *(format_cell(summary, statistic) for summary in summaries)]
        for statistic in select_statistics(Place.TERMINAL, Mode.WORDPL)
    )

    # Endings that did not occur have no column.
    columns = [["score", *entries], games, *count_endings(summaries)]
    for name in PERCENTILES:
        figures = [summary.columns[name] for summary in summaries]
        scores = [column.score for column in figures]
        ends = [(column.low, column.high) for column in figures]
        columns += _budget_columns(name, scores, ends)
    return columns + others


def _exact_columns(
    summaries: Sequence[Summary], entries: Sequence[str], most_decimals: int
) -> list[list[str]]:
    """Return the columns of the table of luck-adjusted budgets.

    For each ranking there are three columns: budgets, their intervals, and the chances
    to win within the budgets, in percent with at most `most_decimals` decimals.
    `entries` has the labels of the entries.
    """
    columns = [["adjusted", *entries]]
    for name in PERCENTILES:
        figures = [summary.columns[name] for summary in summaries]
        budgets = [column.budget for column in figures]
        ends = [(column.budget_low, column.budget_high) for column in figures]
        columns += _budget_columns(name, budgets, ends)
        chances = [
            with_error(100 * column.chance, 100 * column.error, most_decimals)
            for column in figures
        ]

        # The chance within the smallest budget gets the star; of several chances within
        # this budget, the largest chance gets the star.
        keys = [(column.budget, -column.chance) for column in figures]
        columns.append(["chance %", *mark_best(chances, keys)])
    return columns


def _budget_columns(
    heading: str, budgets: Sequence[float], ends: Sequence[tuple[float, float]]
) -> list[list[str]]:
    """Return two columns: budgets, and their intervals.

    `heading` is the heading of the budgets. `ends` has the two ends of each interval.
    """
    # If the two ends of an interval have the same text, such as inf, the cell has this
    # text once.
    intervals = []
    for low, high in ends:
        text = format_score(low)
        if (end := format_score(high)) != text:
            text = f"{text}-{end}"
        intervals.append(text)
    return [
        [heading, *mark_best([format_score(budget) for budget in budgets], budgets)],
        ["interval", *intervals],
    ]


def count_endings(
    summaries: Sequence[Summary], but: Outcome | None = None
) -> list[list[str]]:
    """Return a column for each outcome that occurred, except for the outcome `but`.

    A column has a heading, and for each entry the number of games with this outcome.
    """
    return [
        [ending, *(f"{summary.games.count(outcome):,}" for summary in summaries)]
        for outcome, ending in ENDINGS.items()
        if outcome is not but and any(each.games.count(outcome) for each in summaries)
    ]


def _legend(scores: str, exact: str) -> str:
    """Return the legend of the two tables; `scores` and `exact` are their texts."""
    has_chance = "chance" in exact
    lines = [
        [f"score: percentiles at {percents()}"],
        [f"adjusted: least budget with a {percents()} chance to win"],
        ["inf: no such budget"] if "inf" in exact else [],
    ]

    # On a narrow screen, columns are left out. The legend explains only the columns
    # that are shown.
    if "interval" in scores + exact:
        lines[0].append("95 % intervals for a fixed number of games")
    if has_chance:
        lines[1].append("chance ± standard error")
    if has_chance and lines[2]:
        lines[2].append("beside inf: chance within the largest cost of a game")
    if "*" in scores + exact:
        lines[2].append("*: best of the column")
    return "\n".join("; ".join(line) for line in lines if line)


def mark_best(texts: Sequence[str], values: Sequence[Any]) -> list[str]:
    """Return the cells of a column, with a star before the texts of the smallest value.

    `values` has a value for each of the `texts`. If all values are equal, no cell has a
    star.

    Examples
    --------
    >>> mark_best(["36.9", "inf"], [36.9, np.inf]), mark_best(["inf"], [np.inf])
    (['*36.9', 'inf'], ['inf'])
    """
    # If all values are equal, no cell has a star.
    best = min(values)
    if all(value == best for value in values):
        return [*texts]
    pairs = zip(texts, values, strict=True)
    return [f"*{text}" if value == best else text for text, value in pairs]


def format_cell(summary: Summary, statistic: Statistic) -> str:
    """Return a statistic of an entry as tables of the terminal show it."""
    if statistic.name == "seconds":
        return duration(summary.games.seconds)
    value = summary[statistic.name]
    return format(value, statistic.form) if statistic.form else format_score(value)


def duration(seconds: NDArray[np.float32]) -> str:
    """Return the mean time of games ± the standard deviation of the times, as a text.

    `seconds` has the time of each game; a time that was not measured is NaN. If no time
    was measured, the text is "-"; if only one time was measured, the text has no
    standard deviation.

    Examples
    --------
    >>> duration(np.array([0.000166, 0.000282])), duration(np.array([1.5, np.nan]))
    ('0.224 ± 0.058 ms', '1.50 s')
    """
    measured = seconds[~np.isnan(seconds)].astype(float)
    if not len(measured):
        return "-"
    unit, scale = ("s", 1) if measured.mean() >= 1 else ("ms", 1000)
    if len(measured) == 1:
        return f"{scale * measured[0]:#.3g} {unit}"
    return f"{with_error(scale * measured.mean(), scale * measured.std())} {unit}"


def labels(entries: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """Return the labels of entries in tables.

    `names` has, by entry, the name that the strategy gives itself. If its author chose
    this name (`custom_name`), the label is this name, followed by the entry's file or
    module, because a strategy may give itself the name of another strategy. Otherwise
    the label is the name of the entry. If several entries would have the same label,
    the label of each of them is the name of the entry.
    """
    texts = []
    for entry in entries:
        name = custom_name(entry, names.get(entry, ""))
        texts.append(f"{name} [{entry.partition(':')[0]}]" if name else entry)

    times = Counter(texts)
    pairs = zip(entries, texts, strict=True)
    return [label if times[label] == 1 else entry for entry, label in pairs]


def failures(status: RunStatus, summaries: Sequence[Summary]) -> str:
    """Return the notes below the table of a run, each on a line of its own.

    The notes name the entries without a score, the scores that do not count, and the
    parts of the sandbox that this machine does not have.
    """
    notes = [
        f"{entry}: no score, {reason.replace(chr(10), chr(10) + '    ')}"
        for entry, reason in status.failures.items()
    ]
    notes += [
        f"{entry}: stopped, because its process ended or exceeded its time in 25 games "
        "in a row; the remaining games count as lost"
        for entry in status.stopped
    ]

    # The information test examines all entries of the run together, so the entries
    # share the significance level.
    count = len(summaries)
    notes += [
        f"{summary.entry}: the score does not count: the entry {why}"
        for summary in summaries
        if (why := summary.objection(count))
    ]
    notes += [f"{s.entry}: {what}" for s in summaries if (what := s.notice(count))]
    notes += [f"protection missing here: {step}" for step in status.missing]
    return "".join(f"{note}\n" for note in notes)


def runs_text(runs: Sequence[ListedRun], width: int = WIDE) -> str:
    """Return a table with a line for each run.

    On a narrow screen the number of games is left out first, then the date.
    """
    lines = [["entries", "command", "games", "date", "folder"]]
    for run in runs:
        command = f"{run.facts.command} {run.facts.setting.mode}".strip()
        games = number(run.games)
        lines.append([_entries(run), command, games, run.date, run.path.name])
    return align_columns(lines, width, ["games", "date"])


def _entries(run: ListedRun) -> str:
    """Return the names of the entries of a run, and whether the run is unfinished."""
    names = run.facts.entries
    more = len(names) - _MOST_NAMES
    text = ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
    return text if run.facts.complete else f"{text}, unfinished"
