"""Plots of the leaderboard, as SVG: all entries with the leads, and each entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from contest.leaderboard.leads import PUBLISHED, Holder, last_holders
from contest.leaderboard.standings import Leaderboard
from contest.pages.entry_facts import EntryFacts
from contest.pages.plots.axes import (
    budget_axis_end,
    draw_entry,
    draw_floor,
    draw_marks,
    finish_axes,
    step_line,
)
from contest.pages.plots.svg import BLUE, CARD, FAINT, RED, draw_svg
from contest.pages.wording import short_name
from contest.statistics.quantiles import PERCENTILES
from game.text.formats import format_score
from game.words import Vocabulary


def leads_plot(standings: Leaderboard, vocabulary: Vocabulary) -> str:
    """Draw the chance to win of all entries, with the leads and published scores.

    An entry with several runs is drawn by the largest.
    """
    leads = last_holders(standings.leads)
    published = last_holders(h for h in standings.leads if h.kind == PUBLISHED)
    played = standings.figures.items()
    largest = {
        entry: figures
        for (_, entry), figures in sorted(played, key=lambda x: x[1].values["games"])
    }
    ahead = {holder.entry for holder in leads.values()}
    budgets = [holder.budget for holder in [*leads.values(), *published.values()]]
    medians = [figures.values["p50_budget"] for figures in largest.values()]
    end = budget_axis_end([*budgets, *medians])

    def draw(axes: Axes) -> None:
        draw_floor(axes, vocabulary, end)
        others: Any = {"color": FAINT, "lw": 0.6, "alpha": 0.7}
        for name, figures in sorted(largest.items(), key=lambda x: x[0] in ahead):
            paid, chances, _ = figures.steps
            x, y = step_line(paid, chances, end)
            look = {"color": BLUE, "lw": 2.2} if name in ahead else others
            axes.step(x, y, where="post", **look)
        axes.plot([], [], label="other entries", **others)
        for title, holders, colour, shape in (
            ("lead", leads, BLUE, "o"),
            ("published", published, RED, "D"),
        ):
            marks = [(h.budget, PERCENTILES[column]) for column, h in holders.items()]
            draw_marks(axes, marks, shape, colour, title)
        finish_axes(axes, end)
        for column, holder in leads.items():
            _label(axes, holder, published.get(column))

    spoken = "Chance to win within a budget, for all entries. Leads: "
    spoken += ", ".join(f"{n} at {h.budget:g} nats" for n, h in leads.items())
    return draw_svg(draw, "leaderboard", f"{spoken}.", high=4.6, wide=4.4, is_file=True)


def entry_plot(
    facts: EntryFacts, leads: Mapping[str, float], vocabulary: Vocabulary
) -> str:
    """Draw an entry's chance to win within a budget, with its 95 % interval.

    `leads` has the lead of each column, in nats.
    """
    budgets, chances = np.array(facts.budgets), np.array(facts.chances)
    points = (budgets, chances, np.array(facts.errors))
    end = budget_axis_end([*budgets, *leads.values()])
    percentiles = [
        (float(budgets[reached[0]]), share)
        for share in PERCENTILES.values()
        if len(reached := np.flatnonzero(chances >= share))
    ]

    def draw(axes: Axes) -> None:
        draw_entry(axes, points, percentiles, leads, vocabulary, end)

    spoken = f"Chance of {facts.entry} to win within a budget, with its 95 % interval."
    return draw_svg(
        draw,
        f"entry {facts.entry} {facts.run}",
        spoken,
        high=4.2,
        wide=4.4,
        is_file=True,
    )


def _label(axes: Axes, lead: Holder, published: Holder | None) -> None:
    """Write who leads a column, and its published score, beside their marks."""
    lines = []
    if published is not None and (
        lead.kind == PUBLISHED or published.budget != lead.budget
    ):
        lines.append((f"{format_score(published.budget)} published", RED))
    if lead.kind != PUBLISHED:
        lines.append((f"{format_score(lead.budget)} {short_name(lead.entry)}", BLUE))
    right = max(lead.budget, published.budget if published else 0.0)
    below = PERCENTILES[lead.column] > 0.5  # where curves are flat
    for row, (text, colour) in enumerate(reversed(lines) if below else lines):
        axes.annotate(
            text,
            (right, PERCENTILES[lead.column]),
            (8, (-15 - 13 * row) if below else (6 + 13 * row)),
            textcoords="offset points",
            color=colour,
            weight="bold",
            bbox={"fc": CARD, "ec": "none", "pad": 0.8},
            zorder=6,
        )
