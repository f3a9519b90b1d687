"""HTML report on runs: tables, plots, and every game step by step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from commands.cli import RESULTS, Parser, add_words, new_file, words
from contest.runs.folder import RunError, write_whole
from game.wording import counted


def main(arguments: Sequence[str]) -> int:
    """Write the page."""
    parser = Parser(
        prog="evaluate.py report",
        description="Write one page on runs: tables, plots, and every game step by "
        "step. It is a single file and needs no network.",
    )
    add = parser.add_argument
    add(
        "runs",
        nargs="*",
        type=Path,
        metavar="RUN",
        help="folders of runs (default: the official ones and the submissions)",
    )
    add(
        "--out",
        type=new_file,
        default=Path("report.html"),
        metavar="FILE",
        help="where to write it (default: report.html)",
    )
    add_words(parser)
    options = parser.parse_args(arguments)
    own = options.answers is not None or options.size is not None
    vocabulary = words(options) if own or options.guesses else None

    from contest.report.leaderboard import read_standing
    from contest.report.page import check_extra, page
    from contest.runs.read import Run

    check_extra()
    paths = options.runs or official()
    runs = [Run.read(path, vocabulary) for path in paths]
    text = page(runs, read_standing(RESULTS / "records.csv"))
    write_whole(options.out, text)
    count = sum(len(result.scores) for run in runs for result in run.results)
    size = f"{len(text.encode()) / 1e6:.1f} MB"
    print(f"wrote {options.out}: {counted(count, 'game')}, {size}")
    return 0


def official() -> list[Path]:
    """Return the folders of the official runs.

    Raises
    ------
    RunError
        When there is none.
    """
    places = ("official", "submissions")
    found = [path.parent for p in places for path in RESULTS.glob(f"{p}/*/run.json")]
    if not found:
        raise RunError(
            f"no official run in {str(RESULTS)!r}: expected the folders of some runs"
        )
    return sorted(found)
