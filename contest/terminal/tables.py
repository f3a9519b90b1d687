"""Terminal tables: summary of a run, with notes and failures; list of runs."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from contest.runs.facts import RunStatus
from contest.runs.listing import ListedRun
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.summary import Place, Statistic, Summary, shown
from contest.terminal.grid import aligned
from contest.terminal.layout import PROSE, WIDE, folded
from game.protocol import Mode
from game.text.formats import number

# Columns with numbers of games, and the notes on them.
_ENDS = {
    "won": "won",
    "wrong": "wrong",
    "invalid": "invalid",
    "crashed": "crashed",
    "timeouts": "timed out",
    "out_of_turns": "out of turns",
}
_NAMES = 3  # entries of a run in the list of runs that are named
_LONG = 30  # columns of names that are not folded for the sake of decimals
_CALL = re.compile(r"\w+\(")

ANY_TIME = (
    "intervals: valid at any stopping time, wider than for a fixed number of games"
)


def table_text(
    summaries: Sequence[Summary],
    width: int = WIDE,
    names: Mapping[str, str] | None = None,
) -> str:
    """Return a run of WORDPL as two tables with a line for each entry."""
    if not summaries:
        return "no entry has a score"
    first = labels([summary.entry for summary in summaries], names or {})
    ends = {end: name for name, end in _ENDS.items() if any(s[name] for s in summaries)}
    scores = [["score", *first], ["games", *_column(summaries, "games", ",")]]
    scores += [[end, *_column(summaries, name, ",")] for end, name in ends.items()]
    for name in PERCENTILES:
        values = [summary[name] for summary in summaries]
        scores.append([name, *starred([figure(value) for value in values], values)])
        scores.append(
            ["interval", *(_interval(summary, name) for summary in summaries)]
        )
    for statistic in shown(Place.TERMINAL, Mode.WORDPL):
        if statistic.name != "games":
            scores.append(
                [statistic.title, *(cell(summary, statistic) for summary in summaries)]
            )
    exact = _exact_columns(summaries, first, 4)
    longest = min(_LONG, max(map(len, first)))
    if longest + sum(2 + max(map(len, column)) for column in exact[1:]) > width:
        exact = _exact_columns(summaries, first, 1)
    tables = (
        aligned([*zip(*scores, strict=True)], width, ["interval", "time/game", *ends]),
        aligned([*zip(*exact, strict=True)], width, ["chance %"]),
    )
    variable = any(summary.games.horizon for summary in summaries)
    legend = _legend(*tables, variable=variable)
    return "\n\n".join([*tables, folded(legend, min(width, PROSE))])


def _exact_columns(
    summaries: Sequence[Summary], first: Sequence[str], most: int
) -> list[list[str]]:
    """Return budgets and chances, with so many decimals at most, as columns."""
    columns = [["adjusted", *first]]
    for name in PERCENTILES:
        budgets = [summary[f"{name}_budget"] for summary in summaries]
        columns.append(
            [name, *starred([figure(budget) for budget in budgets], budgets)]
        )
        shares, errors = (
            [100 * summary[f"{name}_{kind}"] for summary in summaries]
            for kind in ("chance", "error")
        )
        pairs = zip(shares, errors, strict=True)
        chances = [with_error(share, error, most) for share, error in pairs]
        keys = [*zip(budgets, np.negative(shares), strict=True)]
        columns.append(["chance %", *starred(chances, keys)])
    return columns


def _legend(scores: str, exact: str, *, variable: bool) -> str:
    """Return the legend of what two tables show."""
    has_chance = "chance" in exact
    validity = (
        "valid at any stopping time" if variable else "for a fixed number of games"
    )
    lines = [
        ["score: 5th, 50th, 95th percentile"],
        ["adjusted: least budget with a 5, 50, 95 % chance to win"],
        ["inf: no such budget"] if "inf" in exact else [],
    ]
    if "interval" in scores:
        lines[0].append(f"95 % intervals {validity}")
    if has_chance:
        lines[1].append("chance ± standard error")
    if has_chance and lines[2]:
        lines[2].append("its chance is for an unlimited budget")
    if "*" in scores + exact:
        lines[2].append("*: best of its column")
    return "\n".join("; ".join(line) for line in lines if line)


def _column(summaries: Sequence[Summary], name: str, form: str) -> list[str]:
    return [format(summary[name], form) for summary in summaries]


def _interval(summary: Summary, name: str) -> str:
    low, high = (figure(summary[f"{name}_{end}"]) for end in ("low", "high"))
    return low if low == high else f"{low}-{high}"


def starred(texts: Sequence[str], values: Sequence[Any]) -> list[str]:
    """Return the cells of a column, with a star before those of the smallest values.

    Examples
    --------
    >>> starred(["36.9", "inf"], [36.9, math.inf]), starred(["inf"], [math.inf])
    (['*36.9', 'inf'], ['inf'])
    """
    best = min(values)
    if all(value == best for value in values):
        return [*texts]
    pairs = zip(texts, values, strict=True)
    return [f"*{text}" if value == best else text for text, value in pairs]


def cell(summary: Summary, statistic: Statistic) -> str:
    """Return a statistic of an entry as tables of the terminal show it."""
    if statistic.name == "seconds":
        return duration(summary.games.seconds)
    return formatted(summary[statistic.name], statistic)


def duration(seconds: NDArray[np.float32]) -> str:
    """Return the mean time of games ± its standard deviation between games.

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


def formatted(value: float, statistic: Statistic) -> str:
    """Return the value of a statistic as tables show it."""
    return format(value, statistic.form) if statistic.form else figure(value)


def percent_with_error(share: float, error: float) -> str:
    """Return a share and its standard error, to two digits of the error.

    Examples
    --------
    >>> percent_with_error(0.05288, 0.00051), percent_with_error(0.5, float("nan"))
    ('5.288 ± 0.051 %', '50 %')
    """
    return f"{with_error(100 * share, 100 * error)} %"


def with_error(value: float, error: float, most: int = 4) -> str:
    """Return a value ± its error, to two digits of the error and `most` decimals.

    An error that is smaller than half of the last decimal is left out.

    Examples
    --------
    >>> with_error(0.2241, 0.0583), with_error(50.0, float("nan"))
    ('0.224 ± 0.058', '50')
    >>> with_error(3.9468, 0.0084, most=1)
    '3.9'
    """
    if math.isnan(error):
        return f"{value:.3g}"
    decimals = 1
    if error > 0:
        decimals = min(most, max(0, 1 - math.floor(math.log10(error))))
        if error * 10**decimals < 0.5:
            return f"{value:.{decimals}f}"
    return f"{value:.{decimals}f} ± {error:.{decimals}f}"


def custom_name(entry: str, name: str) -> str:
    """Return an entry's ``__str__`` if it is a custom name, not a constructor call.

    Examples
    --------
    >>> custom_name("mine.py:Mine(x=1)", "Mine, 1"), custom_name("entropy", "Entropy()")
    ('Mine, 1', '')
    """
    return "" if name == entry or _CALL.match(name) else name


def labels(entries: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """Return the labels of entries in tables: the custom name, and the file or module.

    A custom name is not shown alone, nor for two entries: a strategy may return the
    name of another one.
    """
    texts = []
    for entry in entries:
        name = custom_name(entry, names.get(entry, ""))
        texts.append(f"{name} [{entry.partition(':')[0]}]" if name else entry)
    times = Counter(texts)
    pairs = zip(entries, texts, strict=True)
    return [label if times[label] == 1 else entry for entry, label in pairs]


def failures(status: RunStatus, summaries: Sequence[Summary]) -> str:
    """Return the notes below the table, one a line."""
    notes = [
        f"{entry}: no score, {reason.replace(chr(10), chr(10) + '    ')}"
        for entry, reason in status.failures.items()
    ]
    notes += [
        f"{entry}: stopped after 25 hard failures in a row; the rest count as lost"
        for entry in status.stopped
    ]
    notes += [
        f"{summary.entry}: its score does not count: it {why}"
        for summary in summaries
        if (why := summary.objection(len(summaries)))
    ]
    notes += [
        f"{summary.entry}: {what}"
        for summary in summaries
        if (what := summary.notice(len(summaries)))
    ]
    notes += [f"protection missing here: {step}" for step in status.missing]
    return "".join(f"{note}\n" for note in notes)


def runs_text(runs: Sequence[ListedRun], width: int = WIDE) -> str:
    """Return a line for each run; what does not fit is left out: games, then dates."""
    lines = [["entries", "command", "games", "date", "folder"]]
    for run in runs:
        command = f"{run.facts.command} {run.facts.mode}".strip()
        games, date = number(run.games), run.date.partition(" ")[0]
        lines.append([_entries(run), command, games, date, run.path.name])
    return aligned(lines, width, ["games", "date"])


def _entries(run: ListedRun) -> str:
    """Return the names of the entries, and whether the run can be resumed."""
    names = run.names
    more = len(names) - _NAMES
    text = ", ".join(names[:_NAMES]) + (f" and {more} more" if more > 0 else "")
    return text if run.facts.complete else f"{text}, unfinished"


def rank_text(low: object, high: object) -> str:
    """Return the ranks that an entry may have.

    Examples
    --------
    >>> rank_text(1, 1), rank_text(2, 4)
    ('1', '2-4')
    """
    return f"{low}" if low == high else f"{low}-{high}"


def figure(score: float, unknown: str = "-", endless: str = "inf") -> str:
    """Return a score as people read it.

    Examples
    --------
    >>> figure(14.600000000000001), figure(float("inf")), figure(7946.0)
    ('14.6', 'inf', '7946')
    """
    if not math.isfinite(score):
        return unknown if math.isnan(score) else endless
    return number(round(score, 4))
