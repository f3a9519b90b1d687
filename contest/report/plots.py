"""Plots of the report, as SVG.

No two lines differ by colour alone, but by dashes and markers too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

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
from contest.runs.results import Result
from contest.statistics.quantiles import PERCENTILES, Z_95
from solver.bounds.floors import floor
from solver.bounds.free_letters import win_probability_bound

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_STYLES = (
    *((BLUE, "-", "o"), (RED, "--", "s"), (GREEN, "-.", "^"), (PURPLE, ":", "D")),
    *((ORANGE, (0, (5, 1)), "v"), (SKY, (0, (1, 1)), "P"), (INK, (0, (7, 3)), "X")),
)
MOST_LINES = len(_STYLES)
"""Maximum number of entries in one plot."""

_POINTS = 400  # of a line
_ALMOST = 0.995  # where a bound is this near to 1, a plot shows no difference


def win_curve(result: Result, records: Mapping[str, float]) -> str:
    """Draw an entry's chance to win within a budget, F(B).

    Parameters
    ----------
    result : Result
        A WORDPL entry.
    records : dict of str to float
        The standing record of each column that has one.

    Returns
    -------
    str
        SVG.
    """
    budgets, chances, errors = result.curve.steps()
    wins = np.sort(np.asarray(result.scores))
    wins = wins[np.isfinite(wins)]
    held = [(records[n], p) for n, p in PERCENTILES.items() if n in records]
    end = _end([*budgets, *(budget for budget, _ in held)])

    def draw(axes: Axes) -> None:
        _draw_floor(axes, result, end)
        x, y = _steps(wins, np.arange(1, len(wins) + 1) / len(result.scores), end)
        axes.step(x, y, where="post", color=ORANGE, ls="--", lw=1.2, label="games won")
        x, y = _steps(budgets, chances, end)
        width = Z_95 * _steps(budgets, errors, end)[1]
        axes.step(x, y, where="post", color=BLUE, lw=2, label="exact posteriors")
        low, high = np.maximum(y - width, 0), np.minimum(y + width, 1)
        axes.fill_between(x, low, high, step="post", color=BLUE, alpha=0.25, lw=0)
        marks = [(column.budget, column.share) for column in result.columns.values()]
        _dots(axes, marks, "o", BLUE, "its 5, 50, 95 %")
        _dots(axes, held, "D", RED, "records")
        marks = [(_floor(result, share), share) for share in PERCENTILES.values()]
        _dots(axes, marks, "^", INK, "floor")
        _frame(axes, end)

    return svg(draw, f"curve {result.run} {result.entry}", _spoken(result))


def win_curves(results: Sequence[Result]) -> str:
    """Draw the exact chance to win of several entries of one setting, by budget."""
    shown = results[:MOST_LINES]
    labels = ["\n".join(wrapped(result.entry, 52)) for result in shown]
    exact = [result.curve.steps() for result in shown]
    end = _end([budget for budgets, _, _ in exact for budget in budgets])

    def draw(axes: Axes) -> None:
        _draw_floor(axes, shown[0], end)
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

    names = ", ".join(result.entry for result in shown)
    spoken = (
        f"Chance to win within a budget, for {names}. The figures are in the table."
    )
    name = "curves " + " ".join(r.run for r in shown)
    lines = sum(label.count("\n") + 1 for label in labels)
    return svg(draw, name, spoken, high=3.4 + 0.04 * len(labels) + 0.16 * lines)


def guesses(result: Result) -> str:
    """Draw the games of classic Wordle by number of guesses."""
    counts = result.histogram
    lost = len(result.scores) - sum(counts.values())
    places = list(range(min(counts, default=1), max(counts, default=6) + 1))
    names = [*map(str, places), *(["lost"] if lost else [])]
    heights = [*(counts.get(n, 0) for n in places), *([lost] if lost else [])]

    def draw(axes: Axes) -> None:
        bars = axes.bar(names, heights, color=BLUE, width=0.75)
        if lost:
            bars[-1].set(facecolor="none", edgecolor=RED, hatch="///")
        axes.bar_label(bars, [f"{n:,}" for n in heights], padding=2)
        axes.set(xlabel="guesses", ylabel="games")
        axes.margins(y=0.12)

    pairs = zip(names, heights, strict=True)
    spoken = "Games by guesses: " + ", ".join(f"{name}: {n:,}" for name, n in pairs)
    return svg(draw, f"guesses {result.run} {result.entry}", spoken, high=2.6)


def thinking(results: Sequence[Result], limit: float, name: str) -> str:
    """Draw how many CPU seconds the games of each entry took, below their limit."""
    labels = [wrapped(result.entry, 58) for result in results]
    # Heights in lines of text: each name is above its bar.
    tops = np.cumsum([0.0, *(len(label) + 1.4 for label in labels)])
    places = tops[1:] - 0.8
    shares = (0.05, 0.5, 0.95, 1.0)
    seconds = np.maximum([[r.quantile(q) for q in shares] for r in results], 1e-4)
    low, middle, high, longest = seconds.T
    seen = np.log10([*seconds.flat, limit] if math.isfinite(limit) else seconds)

    def draw(axes: Axes) -> None:
        for label, top in zip(labels, tops, strict=False):
            across = axes.get_yaxis_transform()
            axes.text(0, top, "\n".join(label), transform=across, va="top")
        bar: Any = {"color": BLUE, "lw": 4, "alpha": 0.45}
        axes.hlines(places, low, high, label="5 to 95 %", **bar)
        axes.plot(middle, places, "o", color=BLUE, label="median")
        axes.plot(longest, places, "x", color=RED, label="longest")
        if math.isfinite(limit):
            axes.axvline(limit, color=INK, ls="--", lw=1, label="limit")
        axes.set_xscale("log")
        # Whole decades; matplotlib would write their powers in TeX.
        first, last = math.floor(seen.min()), math.ceil(seen.max())
        axes.set_xlim(10.0**first, 10.0 ** max(last, first + 1))
        axes.xaxis.set_major_formatter("{x:g}")
        axes.xaxis.set_minor_formatter("")
        axes.set(xlabel="CPU seconds of a game", yticks=[], ylim=(tops[-1], -0.2))
        axes.spines["left"].set_visible(False)
        legend(axes)

    times = ", ".join(f"{r.entry}: median {r.quantile(0.5):.3g}" for r in results)
    spoken = f"CPU seconds of a game. {times}"
    return svg(draw, name, spoken, high=1.2 + 0.17 * float(tops[-1]))


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


def _draw_floor(axes: Axes, result: Result, end: float) -> None:
    words = result.vocabulary
    x, y = _bound(len(words.answers), words.length, end)
    look: Any = {"facecolor": "none", "edgecolor": FAINT, "hatch": "///", "lw": 0}
    axes.fill_between(x, y, 1.0, label="out of reach, proven", **look)
    axes.plot(x, y, color=INK, lw=0.8)


def _floor(result: Result, share: float) -> float:
    return floor(result.vocabulary, share)


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


def _spoken(result: Result) -> str:
    parts = []
    for column in result.columns.values():
        reached = math.isfinite(column.budget)
        where = f"at {column.budget:.4g} nats" if reached else "is not reached"
        parts.append(f"{column.share:.0%} {where}")
    return f"Chance of {result.entry} to win within a budget: {', '.join(parts)}."


def _frame(axes: Axes, end: float, ncols: int = 2) -> None:
    """Set the axes of F(B), up to a budget."""
    axes.set(xlim=(0, end), ylim=(0, 1.0), xlabel="budget B, in nats")
    axes.set_ylabel("chance to win within B")
    axes.yaxis.set_major_formatter("{x:.0%}")
    for share in PERCENTILES.values():
        axes.axhline(share, color=FAINT, lw=0.6, ls=":")
    legend(axes, ncols)
