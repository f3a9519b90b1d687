"""HTML report on runs: tables, plots, and every game step by step."""

from __future__ import annotations

from pathlib import Path

from commands.cli import argument, command, new_file, option
from commands.options import FOLDER, WordOptions
from commands.terminal import show
from contest.entries.home import RESULTS, STANDINGS
from contest.leaderboard.records import LEADS, official_folders, read_standing
from contest.pages.report import report_page
from contest.runs.listing import last_run
from contest.runs.read import Run
from contest.sandbox.policy import runs_folder
from game.errors import InputError
from game.files import write_whole
from game.text.formats import counted


@command()
def main(
    *,
    folders: tuple[Path, ...] = argument(
        "folders",
        nargs=-1,
        type=FOLDER,
        metavar="[RUN]...",
        help="Folders of runs.  [default: the last run]",
    ),
    counting: bool = option(
        "--official",
        "counting",
        is_flag=True,
        help="The official runs and the submissions.",
    ),
    out: Path = option(
        "--out",
        type=new_file,
        default="report.html",
        metavar="FILE",
        help="Where to write it.",
    ),
    words: WordOptions,
) -> int:
    """Write one page on runs: tables, plots, and every game step by step.

    It is a single file and needs no network.
    """
    paths = _paths(folders, counting=counting)
    runs = [Run.read(path, words.chosen_vocabulary()) for path in paths]
    text = report_page(runs, read_standing(STANDINGS / LEADS))
    write_whole(out, text)
    count = sum(len(summary.games) for run in runs for summary in run.summaries)
    size = f"{len(text.encode()) / 1e6:.1f} MB"
    show(f"wrote {out}: {counted(count, 'game')}, {size}")
    if not (folders or counting):
        show(f"last run: {paths[0]}")
    return 0


def _paths(folders: tuple[Path, ...], *, counting: bool) -> list[Path]:
    """Return the folders to report on."""
    if folders and counting:
        raise InputError(f"{str(folders[0])!r}: expected no folder with --official")
    if counting:
        return official_folders(RESULTS)
    return [*folders] or [last_run(runs_folder())]
