"""Plots of the chance to win within a budget, F(B), of the entries of runs, as SVG.

No two lines differ by colour alone, but by dashes and markers too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from contest.pages.plots.axes import (
    budget_axis_end,
    draw_entry,
    draw_floor,
    finish_axes,
    step_line,
)
from contest.pages.plots.svg import BLUE, GREEN, INK, ORANGE, PURPLE, RED, SKY, draw_svg
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.summary import Summary
from game.text.formats import wrap_entry

STYLES = (
    (BLUE, "-", "o"),
    (RED, "--", "s"),
    (GREEN, "-.", "^"),
    (PURPLE, ":", "D"),
    (ORANGE, (0, (5, 1)), "v"),
    (SKY, (0, (1, 1)), "P"),
    (INK, (0, (7, 3)), "X"),
)
"""Colour, dashes and marker of each line of a plot."""
MOST_LINES = len(STYLES)
"""Maximum number of entries in one plot."""


def win_curve(summary: Summary, leads: Mapping[str, float]) -> str:
    """Draw a WORDPL entry's chance to win within a budget, F(B), as SVG.

    `leads` has the standing lead of each column that has one, in nats.
    """
    points = summary.games.curve.steps()
    wins = summary.games.sorted_scores[np.isfinite(summary.games.sorted_scores)]
    end = budget_axis_end([*points[0], *leads.values()])
    percentiles = [(summary[f"{name}_budget"], p) for name, p in PERCENTILES.items()]

    def draw(axes: Axes) -> None:
        x, y = step_line(wins, np.arange(1, len(wins) + 1) / len(summary.games), end)
        label = "share of games won"
        axes.step(x, y, where="post", label=label, color=ORANGE, ls="--", lw=1.2)
        words = summary.games.setting.vocabulary
        draw_entry(axes, points, percentiles, leads, words, end)

    return draw_svg(
        draw, f"curve {summary.run} {summary.entry}", _describe_curve(summary)
    )


def win_curves(summaries: Sequence[Summary]) -> str:
    """Draw the chance to win of several entries of one setting, by budget."""
    shown = summaries[:MOST_LINES]
    labels = ["\n".join(wrap_entry(summary.entry, 52)) for summary in shown]
    exact = [summary.games.curve.steps() for summary in shown]
    end = budget_axis_end([budget for budgets, _, _ in exact for budget in budgets])

    def draw(axes: Axes) -> None:
        draw_floor(axes, shown[0].games.setting.vocabulary, end)
        entries = zip(labels, exact, STYLES, strict=False)
        for index, (label, (budgets, chances, _), style) in enumerate(entries):
            colour, dash, marker = style
            x, y = step_line(budgets, chances, end)
            axes.step(x, y, where="post", color=colour, ls=dash, lw=1.7)
            middle = end * (0.55 + 0.06 * index)
            at = max(0, int(np.searchsorted(x, middle, side="right")) - 1)
            axes.plot(middle, y[at], marker, color=colour, ms=6, ls="none")
            axes.plot([], [], marker, color=colour, ls=dash, ms=6, label=label)
        finish_axes(axes, end, ncols=1)

    names = ", ".join(summary.entry for summary in shown)
    description = (
        f"Chance to win within a budget, for {names}. The figures are in the table."
    )
    name = "curves " + " ".join(summary.run for summary in shown)
    lines = sum(label.count("\n") + 1 for label in labels)
    return draw_svg(
        draw, name, description, high=3.4 + 0.04 * len(labels) + 0.16 * lines
    )


def _describe_curve(summary: Summary) -> str:
    """Return what the plot of an entry shows, for readers who do not see it."""
    parts = []
    for name, share in PERCENTILES.items():
        budget = summary[f"{name}_budget"]
        where = f"at {budget:.4g} nats" if math.isfinite(budget) else "is not reached"
        parts.append(f"{share:.0%} {where}")
    return f"Chance of {summary.entry} to win within a budget: {', '.join(parts)}."
