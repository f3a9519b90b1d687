"""HTML page of the report: tables, plots and games.

The page is one file, which needs no network.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup
from tqdm import tqdm

from contest.leaderboard.leads import Holder, next_lead
from contest.pages.plots.curves import MOST_LINES, entry_curve, win_curves
from contest.pages.template import bundle, render, to_json
from contest.runs.results import SHOWN_FIELDS, Run
from contest.statistics.games import Games
from contest.statistics.prospects import prospect_of
from contest.statistics.quantiles import MEDIAN_FIRST, PERCENTILES, percents
from contest.statistics.summary import (
    Place,
    Statistic,
    Summary,
    Value,
    select_statistics,
)
from game.hard import Hard
from game.protocol import Mode, Outcome, Setting
from game.text.deals import TITLES
from game.text.formats import custom_name, format_count, format_score
from game.text.wording import MARK_MEANINGS, repeated_letters
from game.words import Vocabulary
from solver.bounds.floors import floor

_FACTS = (
    "command",
    "mode",
    "channel",
    "given",
    "seed",
    "games",
    "timeout",
    "isolation",
    "missing",
    "failures",
    "stopped",
    "official",
    "commit",
    "hard",
    "words",
    "code",
    "versions",
)
_NAMED = 3  # largest number of entries that the title names
_ROOM = 3_000_000  # most characters of all shown games, so that a page is below 5 MB


@dataclass(frozen=True, eq=False, slots=True)
class _EntrySection:
    """Section of the report about one entry.

    `summary` has the statistics of the entry. `anchor` is the HTML id of the section.
    `name` is the name that the author gave the strategy with ``__str__``, or an empty
    string. `picture` is the plot. `prospect` says how near the entry is to the nearest
    lead.
    """

    summary: Summary
    anchor: str
    name: str
    picture: Markup
    prospect: str


@dataclass(frozen=True, eq=False, slots=True)
class _SettingTable:
    """A table of the entries that were played in one setting, the best entry first.

    `sections` has the section of each entry. `leads` has the lead of each ranking; it
    is empty if `setting` is not the setting of the contest.
    """

    setting: Setting
    sections: list[_EntrySection]
    leads: Mapping[str, Holder]

    @property
    def title(self) -> str:
        """The title of the table: words, boards and other rules of the setting."""
        setting = self.setting
        words = self.setting.vocabulary
        labels = [
            f"{format_count(len(words.answers), 'answer')} of {words.length} letters"
        ]
        if not words.is_shipped:
            labels.append(f"words {words.name or words.digest[:8]}")
        if setting.boards > 1:
            labels.append(format_count(setting.boards, "board"))
        if setting.hard is not Hard.OFF:
            labels.append(f"{setting.hard} hard mode")
        if setting.mode is Mode.FIBBLE:
            labels += [setting.channel, format_count(setting.max_turns, "guess")]
        if setting.given:
            labels.append(f"first guess {setting.given}")
        return ", ".join(filter(None, labels))


def report_page(runs: Sequence[Run], leads: Mapping[str, Holder] | None = None) -> str:
    """Return the report on some runs: a page in HTML that needs no other file.

    `leads` has the leads of the contest by ranking.
    """
    # Plots take most of the time, so the plot of each entry is drawn only once.
    sections = _sections(runs, leads or {})
    tables = _tables(sections, leads or {})
    unpriced = [mode for mode in Mode if not mode.priced]
    return render(
        "report.html",
        title=_title(runs),
        runs=[{"name": run.name, "facts": _facts(run)} for run in runs],
        percentiles=PERCENTILES,
        percents=percents(),
        outcomes=list(Outcome),
        sections=sections,
        wordpl=[t for t in tables if t.setting.mode.priced],
        unpriced={
            mode: played
            for mode in unpriced
            if (played := [t for t in tables if t.setting.mode is mode])
        },
        titles=TITLES,
        floor=floor,
        statistics_of=partial(select_statistics, Place.PAGE),
        curves_of=win_curves,
        most_lines=MOST_LINES,
        marks=MARK_MEANINGS,
        repeated={str(mode): repeated_letters(mode.rule) for mode in Mode},
        style=Markup(bundle("styles/report.css")),
        script=Markup(bundle("pages/report.js")),
        games=to_json(viewer_data(runs)),
        figure=_format_figure,
        shown=_format_value,
    )


def _title(runs: Sequence[Run]) -> str:
    """Return the title of the report: names of the entries, and names of the modes.

    If there are more than `_NAMED` entries, the title has their number in place of
    their names.
    """
    modes = dict.fromkeys(TITLES[run.facts.setting.mode] for run in runs)
    entries = [*dict.fromkeys(entry for run in runs for entry in run.games)]
    named = entries if len(entries) <= _NAMED else [format_count(len(entries), "entry")]
    return f"{', '.join(named)} at {' and '.join(modes)}"


def _sections(runs: Sequence[Run], leads: Mapping[str, Holder]) -> list[_EntrySection]:
    summaries = [(run, summary) for run in runs for summary in run.summaries]
    bar = tqdm(
        summaries, desc="plots", unit=" entries", delay=1, leave=False, disable=None
    )
    return [
        _EntrySection(
            summary,
            f"entry-{number}",
            custom_name(summary.entry, run.facts.status.names.get(summary.entry, "")),
            Markup(_picture(summary, leads)),
            _prospect_text(summary.games, leads),
        )
        for number, (run, summary) in enumerate(bar, 1)
    ]


def _prospect_text(games: Games, leads: Mapping[str, Holder]) -> str:
    """Return how near an entry is to the nearest lead, or an empty string.

    The string is empty if there are no leads, or if the games are not in the setting of
    the contest.
    """
    standing = _leads_of(games.setting, leads)
    targets = {name: next_lead(holder.budget) for name, holder in standing.items()}
    if not targets:
        return ""
    text = prospect_of(games, targets).text
    return f"{text[0].upper()}{text[1:]}."


def _picture(summary: Summary, leads: Mapping[str, Holder]) -> str:
    games = summary.games
    setting = games.setting
    if not setting.mode.priced:
        return ""  # the page shows games without prices as bars, by number of guesses
    budgets = {name: h.budget for name, h in _leads_of(setting, leads).items()}
    name = f"{summary.run} {summary.entry}"
    return entry_curve(name, games.curve.steps(), budgets, setting.vocabulary)


def _tables(
    sections: Sequence[_EntrySection], leads: Mapping[str, Holder]
) -> list[_SettingTable]:
    """Return a table of the entries for each setting.

    The settings are in the order in which they first occur in `sections`.
    """
    by_setting: dict[Setting, list[_EntrySection]] = {}
    for section in sections:
        by_setting.setdefault(section.summary.games.setting, []).append(section)

    return [
        _SettingTable(setting, sorted(played, key=_rank), _leads_of(setting, leads))
        for setting, played in by_setting.items()
    ]


def _rank(section: _EntrySection) -> list[float]:
    """Return the sort key of an entry; the best entry has the smallest key."""
    summary = section.summary
    if not summary.games.setting.mode.priced:
        return [summary["mean"]]
    budgets = [summary.columns[name].budget for name in MEDIAN_FIRST]
    return [*budgets, -summary["share_won"]]


def _leads_of(setting: Setting, leads: Mapping[str, Holder]) -> Mapping[str, Holder]:
    """Return `leads` if `setting` is the setting of the contest, or else no leads."""
    return leads if setting == Setting(Vocabulary.load()) else {}


def _facts(run: Run) -> list[tuple[str, str]]:
    """Return names and values of the facts of a run; empty values are left out."""
    # The page shows the facts under the names that they have in run.json.
    contents = json.loads(run.facts.to_json())
    facts = []
    for name in _FACTS:
        value = contents[name]
        if isinstance(value, dict):
            value = ", ".join(f"{key} {item}" for key, item in value.items())
        elif isinstance(value, list):
            value = ", ".join(map(str, value))
        if value not in (None, "", False):
            facts.append((name, str(value)))
    return facts


_format_figure = partial(format_score, unknown="", endless="∞")


def _format_value(value: Value, statistic: Statistic) -> str:
    is_number = statistic.form and not math.isnan(value)
    return format(value, statistic.form) if is_number else _format_figure(value)


def viewer_data(runs: Sequence[Run], room: int = _ROOM) -> dict[str, Any]:
    """Return the data of the viewer of games: lists of words, and games.

    The games are the first games of each entry. `room` is the largest number of
    characters of all games together. Each list of words is included once. The data have
    no posteriors, so that the page stays small: the viewer computes the posteriors.
    """
    entries = []
    words = {}
    summaries = [(run, summary) for run in runs for summary in run.summaries]
    games = [run.games[summary.entry] for run, summary in summaries]
    for (run, summary), shown in zip(summaries, _first(games, room), strict=True):
        setting = summary.games.setting
        words[setting.vocabulary.digest] = " ".join(setting.vocabulary.answers)
        entry = {
            "entry": summary.entry,
            "run": summary.run,
            "mode": str(setting.mode),
            "channel": setting.channel,
            "words": setting.vocabulary.digest,
            "played": len(summary.games),
            "games": shown,
            "logs": {
                game[0]: run.logs[summary.entry, game[0]]
                for game in shown
                if (summary.entry, game[0]) in run.logs
            },
        }
        entries.append(entry)
    return {"columns": SHOWN_FIELDS, "words": words, "entries": entries}


def _first(
    entries: Sequence[list[tuple[str, ...]]], room: int
) -> list[list[tuple[str, ...]]]:
    """Return the first games of each entry, with at most `room` characters in all.

    `entries` has the games of each entry; a game is a tuple of texts. The maximum
    number of games is the same for every entry.
    """
    # The size of a game is its number of characters as JSON, with quotes and commas.
    sizes = [sum(map(len, game)) + 3 * len(game) for e in entries for game in e]
    most = room // (max(sizes, default=1) * max(len(entries), 1))
    return [games[:most] for games in entries]
