"""Plots of the chance to win within a budget, F(B), as SVG.

No two lines differ by colour alone, but by dashes and markers too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contest.leaderboard.standings import Leaderboard
from contest.report.names import wrapped
from contest.report.svg import (
    BLUE,
    CARD,
    FAINT,
    GREEN,
    INK,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    legend,
    svg,
)
from contest.statistics.quantiles import PERCENTILES, Z_95
from contest.statistics.record_test import target_of
from contest.statistics.summary import Summary
from game.words import Vocabulary
from solver.bounds.floors import floor
from solver.bounds.free_letters import win_probability_bound

_STYLES = (
    *((BLUE, "-", "o"), (RED, "--", "s"), (GREEN, "-.", "^"), (PURPLE, ":", "D")),
    *((ORANGE, (0, (5, 1)), "v"), (SKY, (0, (1, 1)), "P"), (INK, (0, (7, 3)), "X")),
)
MOST_LINES = len(_STYLES)
"""Maximum number of entries in one plot."""

_POINTS = 400  # of a line
_ALMOST = 0.995  # where a bound is this near to 1, a plot shows no difference


def win_curve(summary: Summary, records: Mapping[str, float]) -> str:
    """Draw an entry's chance to win within a budget, F(B).

    Parameters
    ----------
    summary : Summary
        A WORDPL entry.
    records : dict of str to float
        The standing record of each column that has one.

    Returns
    -------
    str
        SVG.
    """
    budgets, chances, errors = summary.games.curve.steps()
    wins = summary.games.ranked[np.isfinite(summary.games.ranked)]
    held = [(records[n], p) for n, p in PERCENTILES.items() if n in records]
    end = _end([*budgets, *(budget for budget, _ in held)])
    words = summary.games.setting.vocabulary

    def draw(axes: Axes) -> None:
        _draw_floor(axes, words, end)
        x, y = _steps(wins, np.arange(1, len(wins) + 1) / len(summary.games), end)
        axes.step(x, y, where="post", color=ORANGE, ls="--", lw=1.2, label="games won")
        x, y = _steps(budgets, chances, end)
        width = Z_95 * _steps(budgets, errors, end)[1]
        axes.step(x, y, where="post", color=BLUE, lw=2, label="exact posteriors")
        low, high = np.maximum(y - width, 0), np.minimum(y + width, 1)
        axes.fill_between(x, low, high, step="post", color=BLUE, alpha=0.25, lw=0)
        marks = [(summary[f"{name}_budget"], p) for name, p in PERCENTILES.items()]
        _dots(axes, marks, "o", BLUE, "its 5, 50, 95 %")
        _dots(axes, held, "D", RED, "records")
        marks = [(floor(words, share), share) for share in PERCENTILES.values()]
        _dots(axes, marks, "^", INK, "floor")
        _frame(axes, end)

    return svg(draw, f"curve {summary.run} {summary.entry}", _spoken(summary))


def win_curves(summaries: Sequence[Summary]) -> str:
    """Draw the exact chance to win of several entries of one setting, by budget."""
    shown = summaries[:MOST_LINES]
    labels = ["\n".join(wrapped(summary.entry, 52)) for summary in shown]
    exact = [summary.games.curve.steps() for summary in shown]
    end = _end([budget for budgets, _, _ in exact for budget in budgets])

    def draw(axes: Axes) -> None:
        _draw_floor(axes, shown[0].games.setting.vocabulary, end)
        looks = zip(shown, exact, _STYLES, strict=False)
        for place, (_, (budgets, chances, _), look) in enumerate(looks):
            colour, dash, marker = look
            x, y = _steps(budgets, chances, end)
            axes.step(x, y, where="post", color=colour, ls=dash, lw=1.7)
            middle = end * (0.55 + 0.06 * place)
            at = max(0, int(np.searchsorted(x, middle, side="right")) - 1)
            label = labels[place]
            axes.plot(middle, y[at], marker, color=colour, ms=6, ls="none")
            axes.plot([], [], marker, color=colour, ls=dash, ms=6, label=label)
        _frame(axes, end, ncols=1)

    names = ", ".join(summary.entry for summary in shown)
    spoken = (
        f"Chance to win within a budget, for {names}. The figures are in the table."
    )
    name = "curves " + " ".join(r.run for r in shown)
    lines = sum(label.count("\n") + 1 for label in labels)
    return svg(draw, name, spoken, high=3.4 + 0.04 * len(labels) + 0.16 * lines)


def records_plot(found: Leaderboard, vocabulary: Vocabulary) -> str:
    """Draw the exact chance to win of all entries, with the record of each column.

    Parameters
    ----------
    found : Leaderboard
        Its entries and records.
    vocabulary : Vocabulary
        The words of the contest.

    Returns
    -------
    str
        SVG.
    """
    standing = found.standing()
    held = {(holder.run, holder.entry): name for name, holder in standing.items()}
    exact = {key: curve.steps() for key, curve in found.curves.items()}
    end = _end([holder.record for holder in standing.values()])

    def draw(axes: Axes) -> None:
        _draw_floor(axes, vocabulary, end)
        faint: Any = {"color": FAINT, "lw": 0.8, "alpha": 0.7}
        label = "an entry"
        for key, (budgets, chances, _) in exact.items():
            if key not in held:
                x, y = _steps(budgets, chances, end)
                axes.step(x, y, where="post", label=label, **faint)
                label = ""
        for (key, name), look in zip(held.items(), _STYLES, strict=False):
            if key in exact:
                colour, dash, _ = look
                budgets, chances, _ = exact[key]
                x, y = _steps(budgets, chances, end)
                label = f"{key[1].partition(':')[0]}, holder of {name}"
                axes.step(x, y, where="post", color=colour, ls=dash, lw=2, label=label)
        columns = {n: p for n, p in PERCENTILES.items() if n in standing}
        marks = [(standing[name].record, share) for name, share in columns.items()]
        _dots(axes, marks, "D", RED, "record")
        aims = [(target_of(record), share) for record, share in marks]
        _dots(axes, aims, "<", GREEN, "next record")
        floors = [(floor(vocabulary, share), share) for share in PERCENTILES.values()]
        _dots(axes, floors, "^", INK, "floor")
        for (name, share), (record, _) in zip(columns.items(), marks, strict=True):
            place: Any = {"xytext": (6, 5), "textcoords": "offset points"}
            axes.annotate(f"{name} {record:g}", (record, share), weight="bold", **place)
        _frame(axes, end)

    budgets = ", ".join(f"{n} at {h.record:g} nats" for n, h in standing.items())
    spoken = f"Chance to win within a budget, for all entries. Records: {budgets}."
    return svg(draw, "leaderboard", spoken)


def _steps(
    budgets: NDArray[np.float64], values: NDArray[np.float64], end: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a step line from 0 to the end of the plot, thinned to `_POINTS`."""
    inside = budgets <= end
    x = np.concatenate([[0.0], budgets[inside], [end]])
    y = np.concatenate([[0.0], values[inside]])
    y = np.append(y, y[-1])
    kept = np.unique(np.linspace(0, len(x) - 1, min(len(x), _POINTS)).astype(int))
    return x[kept], y[kept]


def _end(budgets: Sequence[float]) -> float:
    """Return the end of the axis of budgets: above their 99 % quantile, 80 to 210."""
    finite = [budget for budget in budgets if math.isfinite(budget)]
    top = float(np.quantile(finite, 0.99)) if finite else 0.0
    return 10.0 * math.ceil(max(80.0, 1.05 * min(top, 200.0)) / 10)


@lru_cache(maxsize=64)
def _bound(answers: int, length: int, end: float) -> tuple[list[float], list[float]]:
    """Return budgets and the upper bound of the chance to win within each."""
    budgets = np.arange(0.0, end + 0.5).tolist()
    chances: list[float] = []
    for budget in budgets:
        sure = bool(chances) and chances[-1] > _ALMOST
        chances.append(1.0 if sure else win_probability_bound(budget, answers, length))
    return budgets, chances


def _draw_floor(axes: Axes, words: Vocabulary, end: float) -> None:
    x, y = _bound(len(words.answers), words.length, end)
    look: Any = {"facecolor": "none", "edgecolor": FAINT, "hatch": "///", "lw": 0}
    axes.fill_between(x, y, 1.0, label="out of reach, proven", **look)
    axes.plot(x, y, color=INK, lw=0.8)


def _dots(
    axes: Axes, marks: Sequence[tuple[float, float]], shape: str, colour: str, name: str
) -> None:
    seen = [mark for mark in marks if math.isfinite(mark[0])]
    if seen:
        x, y = zip(*seen, strict=True)
        axes.plot(
            x,
            y,
            shape,
            color=colour,
            ms=7,
            mec=CARD,
            mew=0.8,
            label=name,
            ls="none",
            zorder=4,
        )


def _spoken(summary: Summary) -> str:
    parts = []
    for name, share in PERCENTILES.items():
        budget = summary[f"{name}_budget"]
        where = f"at {budget:.4g} nats" if math.isfinite(budget) else "is not reached"
        parts.append(f"{share:.0%} {where}")
    return f"Chance of {summary.entry} to win within a budget: {', '.join(parts)}."


def _frame(axes: Axes, end: float, ncols: int = 2) -> None:
    """Set the axes of F(B), up to a budget."""
    axes.set(xlim=(0, end), ylim=(0, 1.0), xlabel="budget B, in nats")
    axes.set_ylabel("chance to win within B")
    axes.yaxis.set_major_formatter("{x:.0%}")
    for share in PERCENTILES.values():
        axes.axhline(share, color=FAINT, lw=0.6, ls=":")
    legend(axes, ncols)
