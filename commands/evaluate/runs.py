"""List of runs: date, entries, games, seed and folder."""

from __future__ import annotations

from commands.cli import command
from commands.terminal import columns, show
from contest.runs.listing import last_run, listed_runs
from contest.sandbox.policy import runs_folder
from contest.terminal.tables import runs_text


@command()
def main() -> int:
    """List the runs in results/runs, the latest first.

    games is the number of games that were played, of all entries. A run that is
    unfinished goes on with --resume. Exit status: 1 when a folder cannot be read.
    """
    folder = runs_folder()
    last_run(folder)  # there is one
    runs, faults = listed_runs(folder)
    print(runs_text(runs, columns()))
    for fault in faults:
        show(fault)
    show(f"runs in {folder}")
    return 1 if faults else 0
