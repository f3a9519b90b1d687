"""List of runs: command, mode, entries, games, date and folder."""

from __future__ import annotations

from commands.cli import command
from commands.printed import EVALUATE, command_line
from commands.terminal import columns, show
from contest.runs.listing import last_run, listed_runs
from contest.sandbox.policy import runs_folder
from contest.terminal.tables import runs_text

_WIDTH = 80  # columns of text that is piped
_RESUMED = ("score", "compare", "certify")


@command()
def main() -> int:
    """List the runs in results/runs, the latest first.

    games is the number of games that were played, of all entries. How the latest
    unfinished run goes on is shown below. Exit status: 1 when a folder cannot be read.
    """
    folder = runs_folder()
    last_run(folder)  # there is one
    runs, faults = listed_runs(folder)
    print(runs_text(runs, min(columns(), _WIDTH)))
    for fault in faults:
        show(fault)
    show(f"runs in {folder}")
    for run in runs:
        if not run.facts.complete and run.facts.command in _RESUMED:
            print(command_line(EVALUATE, run.facts.command, resume=run.path))
            break
    return 1 if faults else 0
