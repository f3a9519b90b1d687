"""Histogram of the guesses of classic Wordle, as SVG."""

from __future__ import annotations

from matplotlib.axes import Axes

from contest.pages.plots.svg import BLUE, RED, draw_svg
from contest.statistics.summary import Summary


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
