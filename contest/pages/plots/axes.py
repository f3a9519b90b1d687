"""Parts of plots of the chance to win within a budget, F(B)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from contest.pages.plots.svg import BLUE, CARD, FAINT, INK, RED, legend
from contest.statistics.quantiles import PERCENTILES, Z_95
from game.words import Vocabulary
from solver.bounds.floors import bounds, floor

Floats = NDArray[np.float64]

_POINTS = 400  # of a line


def draw_entry(
    axes: Axes,
    points: tuple[Floats, ...],
    percentiles: Sequence[tuple[float, float]],
    leads: Mapping[str, float],
    words: Vocabulary,
    end: float,
) -> None:
    """Draw the chance to win of an entry, with percentiles, leads and floors.

    `points` are budgets, chances and standard errors; `percentiles` are budgets with
    their shares, and `leads` the lead of each column, in nats.
    """
    budgets, chances, errors = points
    draw_floor(axes, words, end)
    x, y = step_line(budgets, chances, end)
    width = Z_95 * step_line(budgets, errors, end)[1]
    axes.step(
        x, y, where="post", color=BLUE, lw=2, label="chance to win, luck-adjusted"
    )
    low, high = np.maximum(y - width, 0), np.minimum(y + width, 1)
    look: Any = {"color": BLUE, "alpha": 0.25, "lw": 0}
    axes.fill_between(x, low, high, step="post", label="95 % interval", **look)
    draw_marks(axes, percentiles, "o", BLUE, ", ".join(PERCENTILES))
    lead_marks = [(lead, PERCENTILES[column]) for column, lead in leads.items()]
    draw_marks(axes, lead_marks, "D", RED, "leads")
    floors = [(floor(words, share), share) for share in PERCENTILES.values()]
    draw_marks(axes, floors, "^", INK, "proved floor")
    finish_axes(axes, end)


def step_line(budgets: Floats, values: Floats, end: float) -> tuple[Floats, Floats]:
    """Return a step line from 0 to the end of the plot, thinned to `_POINTS`."""
    inside = budgets <= end
    x = np.concatenate([[0.0], budgets[inside], [end]])
    y = np.concatenate([[0.0], values[inside]])
    y = np.append(y, y[-1])
    indices = np.unique(np.linspace(0, len(x) - 1, min(len(x), _POINTS)).astype(int))
    return x[indices], y[indices]


def budget_axis_end(budgets: Sequence[float]) -> float:
    """Return the end of the axis of budgets: above their 99 % quantile, 80 to 210."""
    finite = [budget for budget in budgets if math.isfinite(budget)]
    top = float(np.quantile(finite, 0.99)) if finite else 0.0
    return 10.0 * math.ceil(max(80.0, 1.05 * min(top, 200.0)) / 10)


def draw_floor(axes: Axes, words: Vocabulary, end: float) -> None:
    """Hatch the region that no strategy reaches."""
    x = np.arange(0.0, end + 0.5)
    y = np.ones(len(x))
    proved = bounds(words)[: len(x)]
    y[: len(proved)] = proved
    look: Any = {"facecolor": "none", "edgecolor": FAINT, "hatch": "///", "lw": 0}
    axes.fill_between(x, y, 1.0, label="out of reach, proven", **look)
    axes.plot(x, y, color=INK, lw=0.8)


def draw_marks(
    axes: Axes, marks: Sequence[tuple[float, float]], shape: str, colour: str, name: str
) -> None:
    """Draw budgets with shares, those that are finite, as markers."""
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


def finish_axes(axes: Axes, end: float, ncols: int = 2) -> None:
    """Set the axes of F(B), up to a budget."""
    axes.set(xlim=(0, end), ylim=(0, 1.0), xlabel="budget B, in nats")
    axes.set_ylabel("chance to win within B")
    axes.yaxis.set_major_formatter("{x:.0%}")
    for share in PERCENTILES.values():
        axes.axhline(share, color=FAINT, lw=0.6, ls=":")
    legend(axes, ncols)
