"""Plots of the report, as SVG: guesses of classic Wordle, and thinking times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from contest.pages.plots.svg import BLUE, INK, RED, draw_svg, legend
from contest.statistics.summary import Summary
from game.text.formats import wrap_entry


def guess_histogram(summary: Summary) -> str:
    """Draw the games of classic Wordle by number of guesses."""
    counts = summary.games.histogram
    lost = len(summary.games) - counts.games
    numbers = range(min(counts, default=1), max(counts, default=6) + 1)
    names = [str(n) for n in numbers]
    heights = [counts.get(n, 0) for n in numbers]
    if lost:
        names.append("lost")
        heights.append(lost)

    def draw(axes: Axes) -> None:
        bars = axes.bar(names, heights, color=BLUE, width=0.75)
        if lost:
            bars[-1].set(facecolor="none", edgecolor=RED, hatch="///")
        axes.bar_label(bars, [f"{n:,}" for n in heights], padding=2)
        axes.set(xlabel="guesses", ylabel="games")
        axes.margins(y=0.12)

    pairs = zip(names, heights, strict=True)
    spoken = "Games by guesses: " + ", ".join(f"{name}: {n:,}" for name, n in pairs)
    return draw_svg(draw, f"guesses {summary.run} {summary.entry}", spoken, high=2.6)


def thinking_times(summaries: Sequence[Summary], limit: float, name: str) -> str:
    """Draw how many CPU seconds the games of each entry took, below their limit."""
    labels = [wrap_entry(summary.entry, 58) for summary in summaries]
    # Heights in lines of text: each name is above its bar.
    tops = np.cumsum([0.0, *(len(label) + 1.4 for label in labels)])
    middles = tops[1:] - 0.8
    shares = (0.05, 0.5, 0.95, 1.0)
    seconds = np.maximum([[r.cpu_quantile(q) for q in shares] for r in summaries], 1e-4)
    low, median, high, longest = seconds.T
    seen = np.log10([*seconds.flat, limit] if math.isfinite(limit) else seconds)

    def draw(axes: Axes) -> None:
        for label, top in zip(labels, tops, strict=False):
            across = axes.get_yaxis_transform()
            axes.text(0, top, "\n".join(label), transform=across, va="top")
        bar: Any = {"color": BLUE, "lw": 4, "alpha": 0.45}
        axes.hlines(middles, low, high, label="5th to 95th percentile", **bar)
        axes.plot(median, middles, "o", color=BLUE, label="median")
        axes.plot(longest, middles, "x", color=RED, label="longest")
        if math.isfinite(limit):
            axes.axvline(limit, color=INK, ls="--", lw=1, label="limit")
        axes.set_xscale("log")
        # Whole decades; matplotlib would write their powers in TeX.
        least = math.floor(seen.min())
        most = math.ceil(seen.max())
        axes.set_xlim(10.0**least, 10.0 ** max(most, least + 1))
        axes.xaxis.set_major_formatter("{x:g}")
        axes.xaxis.set_minor_formatter("")
        axes.set(xlabel="CPU seconds of a game", yticks=[], ylim=(tops[-1], -0.2))
        axes.spines["left"].set_visible(False)
        legend(axes)

    times = ", ".join(f"{r.entry}: median {r.cpu_quantile(0.5):.3g}" for r in summaries)
    spoken = f"CPU seconds of a game. {times}"
    return draw_svg(draw, name, spoken, high=1.2 + 0.17 * float(tops[-1]))
