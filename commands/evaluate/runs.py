"""Runs of this checkout: their list, and an HTML report of some of them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from commands.cli import argument, command, new_file, option, refuse_options
from commands.command_lines import EVALUATE, command_line
from commands.options import FOLDER, WordOptions
from commands.results import columns
from commands.terminal import show
from contest.entries.home import RESULTS, STANDINGS
from contest.leaderboard.records import LEADS, official_folders, read_standing
from contest.pages.report import report_page
from contest.runs.listing import find_last_run, read_runs
from contest.runs.results import Run
from contest.sandbox.policy import runs_folder
from contest.terminal.tables import runs_text
from game.errors import InputError
from game.files import write_whole
from game.text.formats import format_count

LAST = "last"
"""Name of the latest run."""

_WIDTH = 80  # columns of text that is piped
_RESUMED = ("score", "compare", "certify")


@dataclass(frozen=True)
class RunsOptions(WordOptions):
    """Options of the report."""

    folders: tuple[Path, ...] = argument(
        "folders",
        nargs=-1,
        type=FOLDER,
        metavar="[RUN]...",
        help=f"Folders of runs to report on; {LAST}: the latest one.",
    )
    official: bool = option(
        "--official",
        is_flag=True,
        help="Report on the official runs and the submissions.",
    )
    out: Path = option(
        "--out",
        type=new_file,
        default="report.html",
        metavar="FILE",
        help="Where to write the report.",
    )


@command()
def main(*, options: RunsOptions) -> int:
    """List the runs in results/runs, the latest first, or report on those named.

    The report is one page with tables, plots, and every game step by step. It needs no
    network. In the list, games is the number of games that were played, of all entries;
    how the latest unfinished run goes on is shown below.

    Exit status: 1 when a folder of the list cannot be read.
    """
    if not (options.folders or options.official):
        names = ("out", *(field.name for field in fields(WordOptions)))
        refuse_options(names, f"a RUN with it, or {LAST}")
        return list_runs(runs_folder())
    if options.folders and options.official:
        raise InputError(
            f"{str(options.folders[0])!r}: expected no folder with --official"
        )
    paths = official_folders(RESULTS) if options.official else [*options.folders]
    if Path(LAST) in paths:
        latest = find_last_run(runs_folder())
        paths = [latest if path == Path(LAST) else path for path in paths]
        show(f"{LAST}: {latest}")
    runs = [Run.read(path, options.chosen_vocabulary()) for path in paths]
    text = report_page(runs, read_standing(STANDINGS / LEADS))
    write_whole(options.out, text)
    count = sum(len(summary.games) for run in runs for summary in run.summaries)
    size = f"{len(text.encode()) / 1e6:.1f} MB"
    show(f"wrote {options.out}: {format_count(count, 'game')}, {size}")
    return 0


def list_runs(folder: Path) -> int:
    """List the runs in a folder and return the exit status."""
    find_last_run(folder)  # there is one
    runs, faults = read_runs(folder)
    print(runs_text(runs, min(columns(), _WIDTH)))
    for fault in faults:
        show(fault)
    show(f"runs in {folder}")
    for run in runs:
        if not run.facts.complete and run.facts.command in _RESUMED:
            print(command_line(EVALUATE, run.facts.command, resume=run.path))
            break
    return 1 if faults else 0
