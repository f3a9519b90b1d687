"""Terminal tables: summary of a run, with notes and failures; list of runs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from contest.report.terminal.grid import aligned
from contest.report.terminal.layout import PROSE, WIDE, folded
from contest.runs.listing import ListedRun
from contest.runs.status import RunStatus
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.summary import Place, Statistic, Summary, shown
from game.protocol import Mode
from game.wording import counted, number

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
_SEED = 10  # letters of a seed on a screen
_BROAD = 80  # columns of a screen on which games and times share a line

_EXACT = (
    "score: what 5, 50 and 95 % of the games do not exceed, and the 95 % interval of "
    "that.\n"
    "exact: from the chance of each final answer given its clues, the smallest budget "
    "that wins 5, 50 and 95 % of games and the chance to win within it, ± its standard "
    "error; where no budget does (inf), the chance to win at all."
)
_FIXED = "interval: exact for a number of games that is fixed before the first."
ANY_TIME = (
    "interval: holds whenever a run stops, in 95 % of runs at all moments at once; it "
    "is wider than one for a fixed number of games."
)


def table_text(summaries: Sequence[Summary], width: int = WIDE) -> str:
    """Return the summary of a run of WORDPL as a table of plain text.

    Parameters
    ----------
    summaries : sequence of Summary
        The entries that have a score.
    width : int
        Of the terminal.

    Returns
    -------
    str
        A block for each entry: what was played, and beside it a line for each
        percentile. Ways to lose that an entry did not meet are left out.
    """
    if not summaries:
        return "no entry has a score"
    lines = [
        ["", "", "", "95 %", "exact", "chance to win"],
        ["entry", "", "score", "interval", "budget", "within it"],
    ]
    for summary in summaries:
        figures = [_figure_cells(summary, name) for name in PERCENTILES]
        cells = ["\n".join(column) for column in zip(*figures, strict=True)]
        lines.append([_played(summary, ", " if width >= _BROAD else "\n  "), *cells])
    text = aligned(lines, width, ["interval", "budget"])
    variable = any(summary.games.horizon for summary in summaries)
    note = f"{_EXACT}\n{ANY_TIME if variable else _FIXED}"
    return f"{text}\n\n{folded(note, min(width, PROSE))}"


def _played(summary: Summary, comma: str) -> str:
    """Return what an entry played, below its name."""
    ends = [f"{summary[name]} {end}" for name, end in _ENDS.items() if summary[name]]
    more = [
        f"{statistic.title} {formatted(summary[statistic.name], statistic)}"
        for statistic in shown(Place.TERMINAL, Mode.WORDPL)
        if statistic.name not in {"games", "seconds"}
    ]
    games = f"{counted(summary['games'], 'game')}{comma}{summary['seconds']:.3f} s each"
    return "\n  ".join([summary.entry, games, ", ".join(ends), *more])


def _figure_cells(summary: Summary, name: str) -> list[str]:
    low, high = (figure(summary[f"{name}_{end}"]) for end in ("low", "high"))
    between = low if low == high else f"{low} to {high}"
    chance = estimate(summary[f"{name}_chance"], summary[f"{name}_error"])
    budget = figure(summary[f"{name}_budget"])
    return [name, figure(summary[name]), between, budget, chance]


def formatted(value: float, statistic: Statistic) -> str:
    """Return the value of a statistic as tables show it."""
    return format(value, statistic.form) if statistic.form else figure(value)


def estimate(share: float, error: float) -> str:
    """Return a share and its standard error, to two digits of the error.

    Examples
    --------
    >>> estimate(0.05288, 0.00051), estimate(0.5, 0.0123), estimate(0.5, float("nan"))
    ('5.288 ± 0.051 %', '50.0 ± 1.2 %', '50 %')
    """
    if math.isnan(error):
        return f"{100 * share:.3g} %"
    digits = 1
    if error > 0:
        digits = min(4, max(0, 1 - math.floor(math.log10(100 * error))))
    return f"{100 * share:.{digits}f} ± {100 * error:.{digits}f} %"


def own_name(entry: str, name: str) -> str:
    """Return an entry's ``__str__``, empty where the entry's text ends with it.

    It never replaces the entry: a strategy may return the name of another one.

    Examples
    --------
    >>> own_name("entropy", "Entropy(epsilon=12.3)")
    'Entropy(epsilon=12.3)'
    >>> own_name("mine.py:Mine(x=1)", "Mine(x=1)")
    ''
    """
    return "" if f":{entry}".endswith(f":{name}") else name


def failures(status: RunStatus, summaries: Sequence[Summary]) -> str:
    """Return the notes below the table, one a line."""
    notes = [
        f"{entry}: own name {shown}"
        for entry, name in status.names.items()
        if (shown := own_name(entry, name))
    ]
    notes += [
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
    notes += [f"protection missing here: {step}" for step in status.missing]
    return "".join(f"{note}\n" for note in notes)


def runs_text(runs: Sequence[ListedRun], width: int = WIDE) -> str:
    """Return a line for each run.

    On a screen, a long seed is cut, and what does not fit is left out: first seeds,
    then games.

    Parameters
    ----------
    runs : sequence of ListedRun
        The runs, in the order to show them.
    width : int
        Of the terminal.
    """
    lines = [["entries", "date", "games", "seed", "folder"]]
    for run in runs:
        facts = run.facts
        games = number(facts["games"])
        seed = facts["seed"] if width == WIDE else _cut(facts["seed"])
        lines.append([_entries(run), run.date, games, seed, run.path.name])
    return aligned(lines, width, ["seed", "games"])


def _entries(run: ListedRun) -> str:
    """Return the names of the entries, and whether the run can be resumed."""
    names = run.names
    more = len(names) - _NAMES
    text = ", ".join(names[:_NAMES]) + (f" and {more} more" if more > 0 else "")
    return text if run.facts["complete"] else f"{text} (unfinished)"


def _cut(seed: str) -> str:
    return seed if len(seed) <= _SEED else f"{seed[: _SEED - 1]}…"


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

    Parameters
    ----------
    score : float
        In nats or guesses; written with up to four decimals.
    unknown, endless : str
        Texts for NaN and for infinity.

    Examples
    --------
    >>> figure(14.600000000000001), figure(float("inf")), figure(7946.0)
    ('14.6', 'inf', '7946')
    """
    if not math.isfinite(score):
        return unknown if math.isnan(score) else endless
    return number(round(score, 4))
