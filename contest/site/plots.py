"""Plots of the leaderboard, as SVG: all entries with the records, and each entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from contest.leaderboard.figures import SUBMISSION
from contest.leaderboard.standings import Holder, Leaderboard
from contest.report.axes import dots, draw_curve, draw_floor, frame, limit, steps
from contest.report.curves import STYLES
from contest.report.svg import BLUE, CARD, FAINT, GREEN, INK, RED, svg
from contest.report.terminal.tables import figure
from contest.site.entries import EntryFacts
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.record_test import target_of
from game.words import Vocabulary
from solver.bounds.floors import floor

_ROOM = 0.045  # between two names beside the plot, in parts of its height
_UP = 0.22  # from a record to its flag, likewise
_FLAG = 0.17  # width of a flag, in parts of the plot's


def records_plot(found: Leaderboard, vocabulary: Vocabulary) -> str:
    """Draw the exact chance to win of all entries, with a flag at each record.

    Parameters
    ----------
    found : Leaderboard
        Its entries and records. An entry with several runs is drawn by the largest.
    vocabulary : Vocabulary
        The words of the contest.

    Returns
    -------
    str
        SVG.
    """
    standing = found.standing()
    exact = {}
    for (_, entry), games in sorted(found.games.items(), key=lambda x: len(x[1])):
        exact[entry.partition(":")[0]] = games.curve
    holders = [holder.entry.partition(":")[0] for holder in standing.values()]
    looks = dict(zip(dict.fromkeys(holders), STYLES, strict=False))
    records = [holder.record for holder in standing.values()]
    end = limit([*records, *(curve.crossing(0.5) for curve in exact.values())])

    def draw(axes: Axes) -> None:
        draw_floor(axes, vocabulary, end)
        ends = {}
        for name, curve in exact.items():
            colour, dash, _ = looks.get(name, (FAINT, "-", ""))
            budgets, chances, _ = curve.steps()
            x, y = steps(budgets, chances, end)
            width = 2 if name in looks else 0.8
            axes.step(x, y, where="post", color=colour, ls=dash, lw=width)
            ends[name] = (float(y[-1]), colour)
        _names(axes, ends)
        marks = [(h.record, PERCENTILES[n]) for n, h in standing.items()]
        dots(axes, marks, "D", RED, "record")
        aims = [(target_of(record), share) for record, share in marks]
        dots(axes, aims, "<", GREEN, "next record")
        floors = [(floor(vocabulary, share), share) for share in PERCENTILES.values()]
        dots(axes, floors, "^", INK, "proved floor")
        frame(axes, end, ncols=4)
        for holder in standing.values():
            _flag(axes, holder)

    spoken = "Chance to win within a budget, for all entries. Records: "
    spoken += ", ".join(f"{n} at {h.record:g} nats" for n, h in standing.items())
    return svg(draw, "leaderboard", f"{spoken}.", high=4.4, wide=7.4)


def entry_plot(
    facts: EntryFacts, records: Mapping[str, float], vocabulary: Vocabulary
) -> str:
    """Draw an entry's exact chance to win within a budget, with its 95 % interval.

    Parameters
    ----------
    facts : EntryFacts
        The entry.
    records : dict of str to float
        The standing record of each column.
    vocabulary : Vocabulary
        The words of the contest.

    Returns
    -------
    str
        SVG.
    """
    points = (facts.budgets, facts.chances, facts.errors)
    budgets, chances, errors = (np.array(values) for values in points)
    held = [(record, PERCENTILES[name]) for name, record in records.items()]
    end = limit([*budgets, *records.values()])
    own = [
        (float(budgets[reached[0]]), share)
        for share in PERCENTILES.values()
        if len(reached := np.flatnonzero(chances >= share))
    ]

    def draw(axes: Axes) -> None:
        draw_floor(axes, vocabulary, end)
        draw_curve(axes, budgets, chances, errors, end)
        dots(axes, own, "o", BLUE, "its 5, 50, 95 %")
        dots(axes, held, "D", RED, "records")
        floors = [(floor(vocabulary, share), share) for share in PERCENTILES.values()]
        dots(axes, floors, "^", INK, "proved floor")
        frame(axes, end)

    spoken = f"Chance of {facts.entry} to win within a budget, with its 95 % interval."
    return svg(draw, f"entry {facts.entry} {facts.run}", spoken)


def _names(axes: Axes, ends: Mapping[str, tuple[float, str]]) -> None:
    """Write the names of the lines beside the plot, each near the end of its line."""
    ordered = sorted(ends, key=lambda name: ends[name][0])
    heights = _apart([ends[name][0] for name in ordered])
    across: Any = {"xycoords": axes.get_yaxis_transform(), "fontsize": 7.5}
    for name, height in zip(ordered, heights, strict=True):
        y, colour = ends[name]
        line = {
            "arrowstyle": "-",
            "color": colour,
            "lw": 0.6,
            "shrinkA": 0,
            "shrinkB": 0,
        }
        axes.annotate(
            name,
            (1.0, y),
            (1.03, height),
            textcoords=axes.get_yaxis_transform(),
            va="center",
            color=INK,
            annotation_clip=False,
            arrowprops=line,
            **across,
        )


def _apart(heights: Sequence[float]) -> list[float]:
    """Move rising heights apart, up to 1, by as little as one pass each way needs.

    Examples
    --------
    >>> [round(height, 3) for height in _apart([0.2, 0.2, 0.99])]
    [0.2, 0.245, 0.99]
    """
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + _ROOM) if found else height)
    top = 1.0
    for place in reversed(range(len(found))):
        found[place] = min(found[place], top)
        top = found[place] - _ROOM
    return found


def _flag(axes: Axes, holder: Holder) -> None:
    """Draw a record's name, its holder and what the next one must reach."""
    share = PERCENTILES[holder.column]
    above = share + _UP < 1
    left = max(holder.record - 1, _FLAG * axes.get_xlim()[1])
    place = (left, share + _UP) if above else (holder.record + 5, share - 0.08)
    who = holder.entry.partition(":")[0] if holder.kind == SUBMISSION else holder.kind
    target = figure(target_of(holder.record))
    axes.annotate(
        f"{holder.column}: {figure(holder.record)}\n{who}\nnext: {target}",
        (holder.record, share),
        place,
        ha="right" if above else "left",
        va="center",
        fontsize=8,
        bbox={"boxstyle": "round", "fc": CARD, "ec": RED, "lw": 0.8},
        arrowprops={"arrowstyle": "-", "color": RED, "lw": 1.2, "shrinkB": 2},
        zorder=6,
    )
