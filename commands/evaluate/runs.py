"""Command `runs`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from commands.framework.cli import (
    argument,
    command,
    new_file,
    refuse_options,
)
from commands.framework.command_lines import EVALUATE, command_line
from commands.framework.options import WordOptions, path_option
from commands.framework.results import Facts, Result
from contest.entries.home import STANDINGS
from contest.leaderboard.records import LEADS, read_standing
from contest.pages.report import report_page
from contest.runs.facts import RunError
from contest.runs.folder import (
    ListedRun,
    find_last_run,
    find_runs,
    read_runs,
)
from contest.runs.results import Run
from contest.sandbox.policy import runs_folder
from contest.terminal.layout import fold_text
from contest.terminal.tables import runs_text
from game.errors import nearest
from game.files import write_whole
from game.text.formats import format_count

_LAST = "last"
"""Word that a user may type in place of the folder of the latest run."""

_WIDTH = 80  # largest number of characters in a line of the list
_RESUMED = ("score", "compare", "certify")


@dataclass(frozen=True)
class _RunsOptions(WordOptions):
    """Options of the command `runs`, which lists runs and writes reports."""

    folders: tuple[Path, ...] = argument(
        "folders",
        nargs=-1,
        type=Path,
        metavar="[RUN]...",
        help="Folders of the runs to report on. The word "
        f"{_LAST} stands for the folder of the latest run.",
    )
    out: Path = path_option(
        "--out",
        "FILE",
        "The file to write the report to.",
        type=new_file,
        default="report.html",
    )


class _RunsFacts(Facts, frozen=True, kw_only=True):
    """Facts that the command writes for ``--json``: a list of runs, or a report.

    `runs` are the runs in `folder`, and `faults` says which runs cannot be read.
    `report` is the file of a report, `reported` has the names of its runs, and `games`
    is the number of their games.
    """

    folder: str = ""
    runs: tuple[ListedRun, ...] = ()
    faults: tuple[str, ...] = ()
    report: str = ""
    reported: tuple[str, ...] = ()
    games: int = 0

    def text(self, width: int) -> str:
        """Return the list of runs, and the command that continues an unfinished run.

        If several runs are unfinished, the command continues the latest of them. This
        text is for a list of runs; it is not used for a report.
        """
        lines = [*self.faults, f"runs in {self.folder}"]
        unfinished = [
            command_line(EVALUATE, run.facts.command, resume=run.path)
            for run in self.runs
            if not run.facts.complete and run.facts.command in _RESUMED
        ]
        listed = runs_text(self.runs, min(width, _WIDTH))
        if unfinished:
            lines.append("continue the latest unfinished run:")
        return "\n".join([listed, fold_text("\n".join(lines), width), *unfinished[:1]])


@command()
def main(*, options: _RunsOptions) -> Result[_RunsFacts]:
    """List the runs in results/runs, the latest first, or report on the named runs.

    The report is one page with tables, plots, and every game step by step. The page
    needs no network. In the list, the column "games" counts the played games of all
    entries. If a run is unfinished, the command that continues the latest unfinished
    run stands below the list.

    Exit status: 1 when a folder of the list cannot be read.
    """
    if not options.folders:
        names = ("out", *(field.name for field in fields(WordOptions)))
        refuse_options(names, f"a RUN, or {_LAST} for the latest run")
        return _list_runs(runs_folder())

    # The report names the folder of the run instead of `last`, because `last` will mean
    # another run later.
    paths = [*options.folders]
    if Path(_LAST) in paths:
        latest = find_last_run(runs_folder())
        paths = [latest if path == Path(_LAST) else path for path in paths]
    for path in paths:
        _check_run(path)

    # The page is written as a whole, so that an interruption leaves no damaged page.
    runs = [Run.read(path, options.chosen_vocabulary()) for path in paths]
    text = report_page(runs, read_standing(STANDINGS / LEADS))
    write_whole(options.out, text)
    count = sum(len(summary.games) for run in runs for summary in run.summaries)
    size = f"{len(text.encode()) / 1e6:.1f} MB"
    names = tuple(path.name for path in paths)
    facts = _RunsFacts(report=str(options.out), reported=names, games=count)
    games = format_count(count, "game")
    return Result(facts, f"wrote {options.out}: {games} of {', '.join(names)}, {size}")


def _check_run(path: Path) -> None:
    """Raise `RunError` if the folder `path` does not exist.

    The error names the run that has the most similar name.
    """
    if not path.exists():
        names = [_LAST, *(run.name for run in find_runs(runs_folder()))]
        raise RunError(
            f"no run {str(path)!r}",
            "one of the folders that `evaluate.py runs` lists",
            nearest(str(path), names),
        )


def _list_runs(folder: Path) -> Result[_RunsFacts]:
    """Return the runs in a folder; raise `RunError` if the folder has no run."""
    find_last_run(folder)
    runs, faults = read_runs(folder)
    facts = _RunsFacts(
        exit_status=int(bool(faults)),
        folder=str(folder),
        runs=tuple(runs),
        faults=tuple(faults),
    )
    return Result(facts, facts.text)
