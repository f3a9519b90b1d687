"""SVG plots of the chance that an entry wins within a budget, for all budgets.

Lines of several entries differ by colour, by dashes and by markers.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from contest.pages.plots.axes import ChanceAxes, axis_end
from contest.pages.plots.svg import BLUE, GREEN, INK, ORANGE, PURPLE, RED, SKY, draw_svg
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.summary import Summary
from game.arrays import Floats
from game.words import Vocabulary

_STYLES = (
    (BLUE, "-", "o"),
    (RED, "--", "s"),
    (GREEN, "-.", "^"),
    (PURPLE, ":", "D"),
    (ORANGE, (0, (5, 1)), "v"),
    (SKY, (0, (1, 1)), "P"),
    (INK, (0, (7, 3)), "X"),
)
"""Colour, dashes and marker of each line of a plot, in the order of the lines."""
MOST_LINES = len(_STYLES)
"""Maximum number of entries in one plot."""


def entry_curve(
    entry: str,
    points: tuple[Floats, ...],
    leads: Mapping[str, float],
    vocabulary: Vocabulary,
) -> str:
    """Draw a WORDPL entry's chance to win within a budget, with its 95 % interval.

    Returns the plot as an ``svg`` element. `points` has three arrays, as
    `WinCurve.steps` returns them: budgets in nats, chances, and standard errors.
    `leads` has the lead of each ranking that has a lead, in nats.
    """
    budgets, chances, _ = points
    percentiles = {}
    parts = []
    for column, share in PERCENTILES.items():
        reached = budgets[chances >= share * (1 - 1e-9)]  # sums have rounding errors
        where = "is not reached"
        if len(reached):
            percentiles[column] = float(reached[0])
            where = f"at {reached[0]:.4g} nats"
        parts.append(f"{share:.0%} {where}")

    def draw(axes: Axes) -> None:
        axes_ = ChanceAxes(axes, vocabulary, axis_end([*budgets, *leads.values()]))
        axes_.draw_entry(points, percentiles, leads)
        axes_.finish()

    spoken = f"Chance of {entry} to win within a budget: {', '.join(parts)}."
    return draw_svg(draw, f"curve {entry}", spoken, wide=4.4)


def win_curves(summaries: Sequence[Summary]) -> str:
    """Draw the chance to win within a budget for several entries of one setting.

    Only the first `MOST_LINES` entries are drawn. Returns the plot as an ``svg``
    element.
    """
    shown = summaries[:MOST_LINES]
    labels = [textwrap.fill(summary.entry, 52) for summary in shown]
    points = [summary.games.curve.steps() for summary in shown]

    def draw(axes: Axes) -> None:
        end = axis_end([budget for budgets, _, _ in points for budget in budgets])
        chances = ChanceAxes(axes, shown[0].games.setting.vocabulary, end)
        chances.draw_floor()
        for index, label in enumerate(labels):
            colour, dash, marker = _STYLES[index]
            x, y = chances.step_line(*points[index][:2])
            axes.step(x, y, where="post", color=colour, ls=dash, lw=1.7)
            # Each line has one marker. The markers are at different budgets, so that no
            # marker covers another marker.
            at = end * (0.55 + 0.06 * index)
            height = y[np.searchsorted(x, at, side="right") - 1]
            axes.plot(at, height, marker, color=colour, ls=dash, ms=6, label=label)
        chances.finish(ncols=1)

    names = ", ".join(summary.entry for summary in shown)
    spoken = (
        f"Chance to win within a budget, for {names}. The figures are in the table."
    )
    lines = sum(label.count("\n") + 1 for label in labels)
    high = 3.4 + 0.04 * len(labels) + 0.16 * lines
    name = "curves " + " ".join(summary.run for summary in shown)
    return draw_svg(draw, name, spoken, high)
