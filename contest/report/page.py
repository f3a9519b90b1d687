"""The page itself: tables, plots and games in one file that needs no network."""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contest.records import RunError
from contest.report import plots
from contest.report.games import viewer_data
from contest.results import Column, Result
from contest.runs import Run
from contest.scores import PERCENTILES
from contest.tables import figure
from game.errors import InputError
from game.protocol import Mode, Outcome
from game.render import TILE_STYLE
from solver.floors import floor

if TYPE_CHECKING:
    from markupsafe import Markup

TEMPLATES = Path(__file__).resolve().parent / "templates"

_TOLD = (
    *("seed", "games", "timeout", "isolation", "missing", "failures", "stopped"),
    *("official", "commit", "hard", "words", "code", "versions"),
)


@dataclass(frozen=True, eq=False, slots=True)
class Section:
    """What the page shows of an entry.

    Attributes
    ----------
    result : Result
        Its games.
    anchor : str
        Name of its place in the page.
    columns : dict of str to Column
        Its percentiles.
    picture : Markup
        Its plot.
    """

    result: Result
    anchor: str
    columns: dict[str, Column]
    picture: Markup


def page(runs: Sequence[Run], published: Path | None = None) -> str:
    """Return the report on some runs.

    Parameters
    ----------
    runs : sequence of Run
        What was played.
    published : Path, optional
        The table of the peers' records, in which a column without a figure is empty.

    Returns
    -------
    str
        HTML that needs nothing else.

    Raises
    ------
    InputError
        When the extra ``report`` is not installed, or a file cannot be read.
    """
    check_extra()
    import jinja2
    from markupsafe import Markup

    records = best_records(published) if published else {}
    sections = _sections(runs, records)
    wordpl = _of(sections, Mode.WORDPL)
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {"percent": _percent, "time": _time}
    environment.filters["figure"] = partial(figure, unknown="", endless="∞")
    environment.filters["breakable"] = _breakable
    html: str = environment.get_template("page.html").render(
        runs=[{"name": run.name, "told": _told(run)} for run in runs],
        percentiles=list(PERCENTILES),
        outcomes=[str(outcome) for outcome in Outcome],
        sections=sections,
        wordpl=wordpl,
        classic=_of(sections, Mode.CLASSIC),
        records=records,
        floors=_floors([section.result for section in wordpl]),
        curves=Markup(_curves([section.result for section in wordpl])),
        most_lines=plots.MOST_LINES,
        thinking=[_thinking(run, sections) for run in runs],
        style=Markup(_template("page.css") + TILE_STYLE),
        script=Markup(_template("page.js")),
        games=Markup(_json(viewer_data([s.result for s in sections]))),
    )
    return html


def best_records(path: Path) -> dict[str, float]:
    """Return the best published score of each column that has one.

    Raises
    ------
    RunError
        When the table cannot be read.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        found = {
            name: [float(r[name]) for r in rows if r[name]] for name in PERCENTILES
        }
    except (OSError, KeyError, ValueError) as error:
        raise RunError(f"cannot read {str(path)!r}: {error}") from None
    return {name: min(scores) for name, scores in found.items() if scores}


def check_extra() -> None:
    """Look whether a page can be written.

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


def _sections(runs: Sequence[Run], records: Mapping[str, float]) -> list[Section]:
    from markupsafe import Markup
    from tqdm import tqdm

    results = [result for run in runs for result in run.results]
    bar = tqdm(
        results, desc="plots", unit=" entries", delay=1, leave=False, disable=None
    )
    return [
        Section(
            result,
            f"entry-{place}",
            result.columns,
            Markup(
                plots.win_curve(result, records)
                if result.mode is Mode.WORDPL
                else plots.guesses(result)
            ),
        )
        for place, result in enumerate(bar, 1)
    ]


def _of(sections: Sequence[Section], mode: Mode) -> list[Section]:
    """Return the entries of a game, best first."""

    def rank(section: Section) -> list[float]:
        if mode is Mode.CLASSIC:
            return [section.result.mean]
        columns = section.columns
        order = ("p50", "p05", "p95")
        return [columns[name].budget for name in order] + [-section.result.won]

    return sorted((s for s in sections if s.result.mode is mode), key=rank)


def _curves(results: Sequence[Result]) -> str:
    return plots.win_curves(results) if len(results) > 1 else ""


def _floors(results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return the floor under each column, for each vocabulary."""
    used = {r.vocabulary.digest: r.vocabulary for r in results}
    return [
        {"answers": len(words.answers), "length": words.length}
        | {name: floor(words, share) for name, share in PERCENTILES.items()}
        for words in sorted(used.values(), key=lambda w: (len(w.answers), w.length))
    ]


def _thinking(
    run: Run, sections: Sequence[Section]
) -> tuple[Run, list[Section], Markup]:
    """Return a run with the entries whose times are known, and their plot."""
    from markupsafe import Markup

    own = [section for section in sections if section.result in run.results]
    timed = [s for s in own if not math.isnan(s.result.quantile(0.5))]
    told = run.facts.get("timeout")
    limit = told if isinstance(told, int | float) else math.inf
    results = [section.result for section in timed]
    name = f"thinking {run.name}"
    return run, timed, Markup(plots.thinking(results, limit, name) if timed else "")


def _told(run: Run) -> list[tuple[str, str]]:
    """Return what the run says of itself, as far as there is something to say."""
    found = []
    for name in _TOLD:
        value = run.facts.get(name)
        if isinstance(value, dict):
            value = ", ".join(f"{key} {told}" for key, told in value.items())
        elif isinstance(value, list):
            value = ", ".join(map(str, value))
        if value not in (None, "", False):
            found.append((name, str(value)))
    return found


def _template(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _json(data: object) -> str:
    """Return data as JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _breakable(name: str) -> Markup:
    """Return a name as HTML that may go on in the next line after a sign."""
    from markupsafe import Markup, escape

    return Markup(re.sub(r"([_(,:/])", r"\1<wbr>", str(escape(name))))


def _percent(share: float) -> str:
    return f"{share:.1%}"


def _time(seconds: float) -> str:
    return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"
