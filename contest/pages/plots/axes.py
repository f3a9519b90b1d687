"""Plot axes for the chance to win within a budget: lines, marks and floors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from contest.pages.plots.svg import BLUE, CARD, FAINT, INK, RED
from contest.statistics.quantiles import PERCENTILES, Z_95
from game.arrays import Floats
from game.words import Vocabulary
from solver.bounds.floors import bounds, floor


@dataclass(frozen=True, slots=True)
class ChanceAxes:
    """Axes of a plot of the chance to win within a budget.

    The axis of budgets goes from 0 to `end`, in nats. The floors that are drawn are the
    floors for the vocabulary `words`.
    """

    axes: Axes
    words: Vocabulary
    end: float

    def draw_entry(
        self,
        points: tuple[Floats, ...],
        percentiles: Mapping[str, float],
        leads: Mapping[str, float],
    ) -> None:
        """Draw the chance to win of an entry, with percentiles, leads and floors.

        `points` has three arrays: budgets, chances and standard errors. `percentiles`
        has, by ranking, the budget at which the entry reaches the target probability.
        `leads` has the leads by ranking. All budgets are in nats.
        """
        budgets, chances, errors = points
        self.draw_floor()
        x, y = self.step_line(budgets, chances)
        label = "chance to win, luck-adjusted"
        self.axes.step(x, y, where="post", color=BLUE, lw=2, label=label)
        width = Z_95 * self.step_line(budgets, errors)[1]
        low = np.maximum(y - width, 0)
        high = np.minimum(y + width, 1)
        look: Any = {"color": BLUE, "alpha": 0.25, "lw": 0}
        self.axes.fill_between(x, low, high, step="post", label="95 % interval", **look)
        self.draw_marks(percentiles, "o", BLUE, ", ".join(PERCENTILES))
        self.draw_marks(leads, "D", RED, "leads")
        floors = {name: floor(self.words, share) for name, share in PERCENTILES.items()}
        self.draw_marks(floors, "^", INK, "proved floor")

    def step_line(self, budgets: Floats, values: Floats) -> tuple[Floats, Floats]:
        """Return the x and the y of a step line, from x = 0 to the end of the axis.

        From each of the `budgets` on, the line has the height of the element of
        `values` with the same index. Before the first budget the height is 0.
        """
        # The line rises only at `budgets`, and is flat from the last budget on.
        inside = budgets <= self.end
        x = np.concatenate([[0.0], budgets[inside], [self.end]])
        y = np.concatenate([[0.0], values[inside]])
        return x, np.append(y, y[-1])

    def draw_floor(self) -> None:
        """Hatch the region of chances that no strategy can reach within a budget."""
        # `bounds` returns an upper bound on the chance for each whole number of nats.
        # The last budget is the one at which the bound is almost 1.
        x = np.arange(0.0, self.end + 0.5)
        y = np.ones(len(x))
        proved = bounds(self.words)[: len(x)]
        y[: len(proved)] = proved
        look: Any = {"facecolor": "none", "edgecolor": FAINT, "hatch": "///", "lw": 0}
        self.axes.fill_between(x, y, 1.0, label="out of reach, proven", **look)
        self.axes.plot(x, y, color=INK, lw=0.8)

    def draw_marks(
        self, budgets: Mapping[str, float], shape: str, colour: str, label: str
    ) -> None:
        """Draw a marker at the budget and the target probability of each ranking.

        `budgets` has the budget of each ranking, in nats; an infinite budget has no
        marker. `shape` is a marker of matplotlib, and `label` is the text in the
        legend.
        """
        marks = [(b, PERCENTILES[c]) for c, b in budgets.items() if math.isfinite(b)]
        if marks:
            look: Any = {"ms": 7, "mec": CARD, "mew": 0.8, "ls": "none", "zorder": 4}
            x, y = zip(*marks, strict=True)
            self.axes.plot(x, y, shape, color=colour, label=label, **look)

    def finish(self, ncols: int = 2) -> None:
        """Set limits, labels and the legend; draw a line at each target probability.

        `ncols` is the number of columns of the legend.
        """
        self.axes.set(xlim=(0, self.end), ylim=(0, 1.0), xlabel="budget B, in nats")
        self.axes.set_ylabel("chance to win within B")
        self.axes.yaxis.set_major_formatter("{x:.0%}")
        for share in PERCENTILES.values():
            self.axes.axhline(share, color=FAINT, lw=0.6, ls=":")
        self.axes.figure.legend(loc="outside lower center", ncols=ncols)


def axis_end(budgets: Sequence[float]) -> float:
    """Return where the axis of budgets ends, in nats.

    The end is 5 % above the 99 % quantile of the finite `budgets`, rounded up to tens,
    but at least 80 and at most 210.
    """
    finite = [budget for budget in budgets if math.isfinite(budget)]
    top = float(np.quantile(finite, 0.99)) if finite else 0.0
    return 10.0 * math.ceil(max(80.0, 1.05 * min(top, 200.0)) / 10)
