"""HTML page of the report: tables, plots and games in one file without links."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import jinja2
from markupsafe import Markup, escape
from tqdm import tqdm

from contest.leaderboard.leads import Holder
from contest.pages.plots import bars, curves
from contest.pages.template import FOLDER, bundle, source
from contest.runs.read import SHOWN, Run
from contest.statistics.quantiles import PERCENTILES
from contest.statistics.summary import (
    Place,
    Statistic,
    Summary,
    Value,
    shown,
)
from contest.terminal.layout import parts
from contest.terminal.tables import figure, own_name
from game.hard import Hard
from game.protocol import Mode, Outcome, Setting
from game.text.formats import counted
from game.text.wording import MARK_MEANINGS, repeated_letters
from game.word_lists import name_of
from game.words import Vocabulary
from solver.bounds.floors import floor

_SHOWN = (
    *("seed", "games", "timeout", "isolation", "missing", "failures", "stopped"),
    *("official", "commit", "hard", "words", "code", "versions"),
)


@dataclass(frozen=True, eq=False, slots=True)
class Section:
    """Section of the page on one entry.

    `anchor` is its HTML id, `name` the ``__str__`` of the entry, if that differs from
    it, and `picture` its plot.
    """

    summary: Summary
    anchor: str
    name: str
    picture: Markup


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """A leaderboard: the entries that were played in one setting, the best first.

    `records` has the standing record of each column, where the setting is the
    contest's.
    """

    setting: Setting
    sections: list[Section]
    records: Mapping[str, Holder]

    @property
    def title(self) -> str:
        """Label that distinguishes it from other tables of the same game."""
        setting, words = self.setting, self.setting.vocabulary
        title = f"{counted(len(words.answers), 'answer')} of {words.length} letters"
        if words != _shipped(words.length):
            title += f", words {name_of(words) or words.digest[:8]}"
        if setting.boards > 1:
            title += f", {counted(setting.boards, 'board')}"
        return title + f", {setting.hard} hard mode" * (setting.hard is not Hard.OFF)

    @property
    def floors(self) -> dict[str, float]:
        """The lower bound of each column of WORDPL."""
        words = self.setting.vocabulary
        return {name: floor(words, share) for name, share in PERCENTILES.items()}

    @property
    def curves(self) -> Markup:
        """Plot of all entries together, empty for a single one."""
        summaries = [section.summary for section in self.sections]
        return Markup(curves.win_curves(summaries) if len(summaries) > 1 else "")

    @property
    def statistics(self) -> list[Statistic]:
        """The columns."""
        return shown(Place.PAGE, self.setting.mode)

    @property
    def headings(self) -> list[str]:
        """The columns' headings."""
        return [s.title for s in self.statistics]


def page(runs: Sequence[Run], records: Mapping[str, Holder] | None = None) -> str:
    """Return the report on some runs, HTML that needs nothing else."""
    sections = _sections(runs, records or {})
    tables = _tables(sections, records or {})
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER / "pages"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {"time": _time, "breakable": breakable, "shown": _shown}
    environment.filters["figure"] = _figure
    html: str = environment.get_template("report.html").render(
        runs=[{"name": run.name, "facts": _facts(run)} for run in runs],
        percentiles=list(PERCENTILES),
        outcomes=list(Outcome),
        sections=sections,
        wordpl=[t for t in tables if t.setting.mode is Mode.WORDPL],
        classic=[t for t in tables if t.setting.mode is Mode.CLASSIC],
        most_lines=curves.MOST_LINES,
        marks=MARK_MEANINGS,
        repeated={str(mode): repeated_letters(mode.rule) for mode in Mode},
        thinking=[_thinking(run, sections) for run in runs],
        style=Markup(bundle("styles/report.css")),
        script=Markup(bundle("pages/report.js")),
        viewer=Markup(source("pages/viewer.html")),
        games=Markup(_json(viewer_data(runs))),
    )
    return html


def _sections(runs: Sequence[Run], records: Mapping[str, Holder]) -> list[Section]:
    summaries = [(run, summary) for run in runs for summary in run.summaries]
    bar = tqdm(
        summaries, desc="plots", unit=" entries", delay=1, leave=False, disable=None
    )
    return [
        Section(
            summary,
            f"entry-{place}",
            own_name(summary.entry, run.facts["names"].get(summary.entry, "")),
            Markup(_picture(summary, records)),
        )
        for place, (run, summary) in enumerate(bar, 1)
    ]


def _picture(summary: Summary, records: Mapping[str, Holder]) -> str:
    setting = summary.games.setting
    if setting.mode is Mode.CLASSIC:
        return bars.guesses(summary)
    held = _records_of(setting, records)
    return curves.win_curve(summary, {name: h.budget for name, h in held.items()})


def _tables(sections: Sequence[Section], records: Mapping[str, Holder]) -> list[Table]:
    """Return a table for each setting, by length, boards and hard mode."""
    grouped: dict[Setting, list[Section]] = {}
    for section in sections:
        grouped.setdefault(section.summary.games.setting, []).append(section)

    def plain(setting: Setting) -> tuple[int, int, int]:
        hard = list(Hard).index(setting.hard)
        return setting.vocabulary.length, setting.boards, hard

    return [
        Table(s, sorted(grouped[s], key=_rank), _records_of(s, records))
        for s in sorted(grouped, key=plain)
    ]


def _rank(section: Section) -> list[float]:
    """Return the sort key of the entries of a setting, the best first."""
    summary = section.summary
    if summary.games.setting.mode is Mode.CLASSIC:
        return [summary["mean"]]
    order = ("p50", "p05", "p95")
    return [summary[f"{name}_budget"] for name in order] + [-summary["share_won"]]


def _records_of(
    setting: Setting, records: Mapping[str, Holder]
) -> Mapping[str, Holder]:
    """Return the contest's records for its own setting, none for another one."""
    return records if setting == Setting(_shipped(5)) else {}


@lru_cache
def _shipped(length: int) -> Vocabulary:
    return Vocabulary.load(length)


def _thinking(
    run: Run, sections: Sequence[Section]
) -> tuple[Run, list[Section], Markup]:
    """Return a run with the entries whose times are known, and their plot."""
    own = [section for section in sections if section.summary in run.summaries]
    timed = [s for s in own if not math.isnan(s.summary.timed(0.5))]
    limit = run.facts.get("timeout", math.inf)
    summaries = [section.summary for section in timed]
    name = f"thinking {run.name}"
    return run, timed, Markup(bars.thinking(summaries, limit, name) if timed else "")


def _facts(run: Run) -> list[tuple[str, str]]:
    """Return the facts of a run that are shown, without empty ones."""
    found = []
    for name in _SHOWN:
        value = run.facts.get(name)
        if isinstance(value, dict):
            value = ", ".join(f"{key} {item}" for key, item in value.items())
        elif isinstance(value, list):
            value = ", ".join(map(str, value))
        if value not in (None, "", False):
            found.append((name, str(value)))
    return found


def _json(data: object) -> str:
    """Return data as JSON that cannot close its HTML element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


_figure = partial(figure, unknown="", endless="∞")


def _shown(value: Value, statistic: Statistic) -> str:
    return format(value, statistic.form) if statistic.form else _figure(value)


def _time(seconds: float) -> str:
    return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"


def breakable(entry: str) -> Markup:
    """Return an entry's name as HTML that breaks between arguments if possible."""
    found = ""
    for part in parts(entry):
        space = " " if part.startswith(" ") else ""
        # Within an argument that is wider than its line, a line ends after a sign.
        text = re.sub(r"([_(,:/=])", r"\1<wbr>", str(escape(part.strip())))
        found += f"{space}<span>{text}</span>"
    return Markup(found)


ROOM = 3_000_000
"""Characters of games in a page, so that it stays below 5 MB."""


def viewer_data(runs: Sequence[Run]) -> dict[str, Any]:
    """Return the data of the viewer: words, and as many games as fit.

    Each list of words is included once: the viewer computes the posteriors itself, so
    that the page stays small.
    """
    entries = []
    words = {}
    shown = [run.games[own.entry] for run in runs for own in run.summaries]
    summaries = [(run, summary) for run in runs for summary in run.summaries]
    for (run, summary), games in zip(summaries, share(shown, ROOM), strict=True):
        setting = summary.games.setting
        words[setting.vocabulary.digest] = " ".join(setting.vocabulary.answers)
        entry = {
            "entry": summary.entry,
            "run": summary.run,
            "mode": str(setting.mode),
            "words": setting.vocabulary.digest,
            "played": len(summary.games),
            "games": games,
            "logs": {
                game[0]: run.logs[summary.entry, game[0]]
                for game in games
                if (summary.entry, game[0]) in run.logs
            },
        }
        entries.append(entry)
    return {"columns": SHOWN, "words": words, "entries": entries}


def share(
    shown: Sequence[list[tuple[str, ...]]], room: int
) -> list[list[tuple[str, ...]]]:
    """Return each entry's first games, of small runs all, that fit a page together."""
    sizes = [[_size(game) for game in games] for games in shown]
    counts = dict[int, int]()
    # Large runs share the space that small ones do not use.
    for done, place in enumerate(
        sorted(range(len(sizes)), key=lambda k: sum(sizes[k]))
    ):
        left, count = room // (len(sizes) - done), 0
        for size in sizes[place]:
            if size > left:
                break
            left, room, count = left - size, room - size, count + 1
        counts[place] = count
    return [games[: counts[k]] for k, games in enumerate(shown)]


def _size(game: Sequence[str]) -> int:
    """Return how many characters a game takes as JSON, quotes and commas included."""
    return sum(map(len, game)) + 3 * len(game)
