"""HTML page of the report: tables, plots and games in one file without links."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from contest.report import plots
from contest.report.games import viewer_data
from contest.report.names import breakable
from contest.report.tables import figure, own_name
from contest.runs.read import Run
from contest.runs.results import Column, Result
from contest.statistics.quantiles import PERCENTILES
from game.errors import InputError
from game.hard import Hard
from game.protocol import Mode, Outcome, Setting
from game.render import TILE_STYLE
from game.wording import MARK_MEANINGS, counted, repeated_letters
from game.words import Vocabulary
from solver.bounds.floors import floor

if TYPE_CHECKING:
    from markupsafe import Markup

    from contest.leaderboard.standings import Holder

TEMPLATES = Path(__file__).resolve().parent / "templates"

_SHOWN = (
    *("seed", "games", "timeout", "isolation", "missing", "failures", "stopped"),
    *("official", "commit", "hard", "words", "code", "versions"),
)


@dataclass(frozen=True, eq=False, slots=True)
class Section:
    """Section of the page on one entry.

    Attributes
    ----------
    result : Result
        Its games.
    anchor : str
        HTML id of the section.
    name : str
        Its ``__str__``, if that differs from the entry.
    columns : dict of str to Column
        Its percentiles.
    picture : Markup
        Its plot.
    """

    result: Result
    anchor: str
    name: str
    columns: dict[str, Column]
    picture: Markup


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """A leaderboard: the entries that were played in one setting.

    Attributes
    ----------
    setting : Setting
        Rules and words, the same for all of them.
    sections : list of Section
        The entries, best first.
    records : dict of str to Holder
        The standing record of each column, where the setting is the contest's.
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
            title += f", words {words.digest[:8]}"
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
        from markupsafe import Markup

        results = [section.result for section in self.sections]
        return Markup(plots.win_curves(results) if len(results) > 1 else "")


def page(runs: Sequence[Run], records: Mapping[str, Holder] | None = None) -> str:
    """Return the report on some runs.

    Parameters
    ----------
    runs : sequence of Run
        The runs to report on.
    records : dict of str to Holder, optional
        The standing record of each column of the contest.

    Returns
    -------
    str
        HTML that needs nothing else.

    Raises
    ------
    InputError
        When the extra ``report`` is not installed.
    """
    check_extra()
    import jinja2
    from markupsafe import Markup

    sections = _sections(runs, records or {})
    tables = _tables(sections, records or {})
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {"percent": _percent, "time": _time}
    environment.filters["figure"] = partial(figure, unknown="", endless="∞")
    environment.filters["breakable"] = breakable
    html: str = environment.get_template("page.html").render(
        runs=[{"name": run.name, "facts": _facts(run)} for run in runs],
        percentiles=list(PERCENTILES),
        outcomes=[str(outcome) for outcome in Outcome],
        sections=sections,
        wordpl=[t for t in tables if t.setting.mode is Mode.WORDPL],
        classic=[t for t in tables if t.setting.mode is Mode.CLASSIC],
        most_lines=plots.MOST_LINES,
        marks=MARK_MEANINGS,
        repeated={str(mode): repeated_letters(mode.rule) for mode in Mode},
        thinking=[_thinking(run, sections) for run in runs],
        style=Markup(_template("page.css") + TILE_STYLE),
        script=Markup(_template("page.js")),
        games=Markup(_json(viewer_data([s.result for s in sections]))),
    )
    return html


def check_extra() -> None:
    """Check that the extra for the report is installed.

    Raises
    ------
    InputError
        When the extra ``report`` is not installed.
    """
    try:
        import jinja2  # noqa: F401 - looked for, not used yet
        import matplotlib  # noqa: F401 - the plots will need it
    except ImportError as error:
        raise InputError(
            f"no report without the extra 'report': expected the package {error.name} "
            '(python -m pip install -e ".[report]")'
        ) from None


def _sections(runs: Sequence[Run], records: Mapping[str, Holder]) -> list[Section]:
    from markupsafe import Markup
    from tqdm import tqdm

    results = [(run, result) for run in runs for result in run.results]
    bar = tqdm(
        results, desc="plots", unit=" entries", delay=1, leave=False, disable=None
    )
    return [
        Section(
            result,
            f"entry-{place}",
            own_name(result.entry, run.facts["names"].get(result.entry, "")),
            result.columns,
            Markup(_picture(result, records)),
        )
        for place, (run, result) in enumerate(bar, 1)
    ]


def _picture(result: Result, records: Mapping[str, Holder]) -> str:
    if result.mode is Mode.CLASSIC:
        return plots.guesses(result)
    held = _records_of(result.setting, records)
    return plots.win_curve(result, {name: h.record for name, h in held.items()})


def _tables(sections: Sequence[Section], records: Mapping[str, Holder]) -> list[Table]:
    """Return a table for each setting, by length, boards and hard mode."""
    grouped: dict[Setting, list[Section]] = {}
    for section in sections:
        grouped.setdefault(section.result.setting, []).append(section)

    def plain(setting: Setting) -> tuple[int, int, int]:
        hard = list(Hard).index(setting.hard)
        return setting.vocabulary.length, setting.boards, hard

    return [
        Table(s, sorted(grouped[s], key=_rank), _records_of(s, records))
        for s in sorted(grouped, key=plain)
    ]


def _rank(section: Section) -> list[float]:
    """Return the sort key of the entries of a setting, the best first."""
    if section.result.mode is Mode.CLASSIC:
        return [section.result.mean]
    columns = section.columns
    order = ("p50", "p05", "p95")
    return [columns[name].budget for name in order] + [-section.result.won]


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
    from markupsafe import Markup

    own = [section for section in sections if section.result in run.results]
    timed = [s for s in own if not math.isnan(s.result.quantile(0.5))]
    limit = run.facts.get("timeout", math.inf)
    results = [section.result for section in timed]
    name = f"thinking {run.name}"
    return run, timed, Markup(plots.thinking(results, limit, name) if timed else "")


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


def _template(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _json(data: object) -> str:
    """Return data as JSON that cannot close its HTML element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _percent(share: float) -> str:
    return f"{share:.1%}"


def _time(seconds: float) -> str:
    return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"
