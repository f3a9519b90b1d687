"""Plot of the leaderboard, as SVG: all entries with the leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes

from contest.leaderboard.figures import EntryFigures
from contest.leaderboard.leads import Holder, last_holders
from contest.leaderboard.lines import PUBLISHED
from contest.leaderboard.standings import Leaderboard
from contest.pages.plots.axes import ChanceAxes, axis_end
from contest.pages.plots.svg import BLUE, CARD, FAINT, RED, draw_svg
from contest.pages.wording import short_name
from contest.statistics.quantiles import MEDIAN_FIRST, PERCENTILES
from game.text.formats import format_score
from game.words import Vocabulary


def leads_plot(standings: Leaderboard, vocabulary: Vocabulary) -> str:
    """Draw the chance to win within a budget, for all entries, with the leads.

    The plot also shows the published scores. If an entry has several runs, the run with
    most games is drawn. Returns the plot as an ``svg`` element.
    """
    leads = last_holders(standings.leads)
    published = last_holders(h for h in standings.leads if h.kind == PUBLISHED)

    # The largest run of an entry comes last, and replaces the entry's smaller runs.
    runs = sorted(standings.figures.items(), key=lambda run: run[1].line.games)
    entries = {entry: figures for (_, entry), figures in runs}

    # The axis ends above the leads and almost all budgets for p50. Lines of entries
    # that go on beyond this end are cut off.
    main = MEDIAN_FIRST[0]
    budgets = [holder.budget for holder in (*leads.values(), *published.values())]
    budgets += [figures.line.columns[main].budget for figures in entries.values()]

    def draw(axes: Axes) -> None:
        chances = ChanceAxes(axes, vocabulary, axis_end(budgets))
        chances.draw_floor()
        _draw_entries(chances, entries, {holder.entry for holder in leads.values()})
        # If a lead and the published score are close, the dot of the lead is drawn over
        # the larger diamond of the published score.
        chances.draw_marks(_budgets(published), "D", RED, "published")
        chances.draw_marks(_budgets(leads), "o", BLUE, "lead")
        chances.finish()
        for column, holder in leads.items():
            _label(axes, holder, published.get(column))

    spoken = "Chance to win within a budget, for all entries. Leads: "
    spoken += ", ".join(f"{n} at {b:g} nats" for n, b in _budgets(leads).items())
    return draw_svg(draw, "leaderboard", f"{spoken}.", high=4.6, wide=4.4)


def _budgets(holders: Mapping[str, Holder]) -> dict[str, float]:
    return {column: holder.budget for column, holder in holders.items()}


def _draw_entries(
    chances: ChanceAxes, entries: Mapping[str, EntryFigures], ahead: set[str]
) -> None:
    """Draw the chance to win within a budget, as a line for each entry.

    `ahead` has the names of the entries that hold leads. Their lines are drawn last, in
    colour.
    """
    faint: Any = {"color": FAINT, "lw": 0.6, "alpha": 0.7}
    for name in sorted(entries, key=lambda name: name in ahead):
        budgets, won, _ = entries[name].steps
        x, y = chances.step_line(budgets, won)
        look = {"color": BLUE, "lw": 2.2} if name in ahead else faint
        chances.axes.step(x, y, where="post", **look)
    chances.axes.plot([], [], label="other entries", **faint)


def _label(axes: Axes, lead: Holder, published: Holder | None) -> None:
    """Write the holder of a lead, and the published score, beside their marks.

    `published` is the published score of the ranking of `lead`, or None.
    """
    lines = []
    if published is not None and (
        lead.kind == PUBLISHED or published.budget != lead.budget
    ):
        lines.append((f"{format_score(published.budget)} published", RED))
    if lead.kind != PUBLISHED:
        lines.append((f"{format_score(lead.budget)} {short_name(lead.entry)}", BLUE))

    # Texts stand to the right of both marks, so that no text covers a mark.
    right = max(lead.budget, published.budget if published else 0.0)
    below = PERCENTILES[lead.column] > 0.5  # above 50 %, curves leave room below them
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
