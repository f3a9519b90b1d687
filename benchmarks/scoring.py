"""CPU time of a game in a run: ``python benchmarks/scoring.py [ENTRY...]``.

The time is the sum over all processes of the run. It does not include the start of the
run: a run of two games measures the start, which is printed separately. With
``--beside PATH``, another checkout, in the folder PATH, plays the same games in turn.
The rows of ``games.csv`` must be equal in both checkouts, except for the times.
"""

from __future__ import annotations

import argparse
import csv
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ENTRIES = ["entropy", "minimax", "bayesian_wordle", "two_ahead/p95", "quantile/p95"]
TIMES = ("seconds", "cpu_seconds")

Rows = list[dict[str, str]]


def play(checkout: Path, entry: str, games: int) -> tuple[float, Rows]:
    """Let an entry play `games` games with the project in the folder `checkout`.

    Return the CPU seconds of the run, and the rows of its file ``games.csv``. The rows
    do not have the columns with times.
    """
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, "evaluate.py", entry, "--out", out, "--seed", "1"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [*command, "--games", str(games)],
            check=True,
            capture_output=True,
            cwd=checkout,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        with next(Path(out).rglob("games.csv")).open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, [{k: row[k] for k in row if k not in TIMES} for row in rows]


def main() -> None:
    """Print the CPU time of a game and of the start, for each entry and checkout."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "entries",
        nargs="*",
        default=ENTRIES,
        metavar="ENTRY",
        help=f"an entry to measure [default: {' '.join(ENTRIES)}]",
    )
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="PATH",
        help="another checkout, which plays the same games",
    )
    parser.add_argument(
        "--games", type=int, default=1001, help="games of a run [default: 1001]"
    )
    parser.add_argument(
        "--rounds", type=int, default=3, help="runs of each entry [default: 3]"
    )
    asked = parser.parse_args()
    checkouts = [HERE, *([asked.beside.resolve()] if asked.beside else [])]
    for entry in asked.entries:
        starts: dict[Path, list[float]] = {path: [] for path in checkouts}
        games: dict[Path, list[float]] = {path: [] for path in checkouts}
        for path in checkouts:
            play(path, entry, 2)  # compiles the kernels, so it is not measured
        for _ in range(asked.rounds):
            # The time of a game is computed from the difference between a long and a
            # short run.
            found = []
            for path in checkouts:
                starts[path].append(play(path, entry, 2)[0])
                seconds, rows = play(path, entry, asked.games)
                games[path].append((seconds - starts[path][-1]) / (asked.games - 2))
                found.append(rows)
            assert all(rows == found[0] for rows in found), "the rows differ"
        for path in checkouts:
            game = statistics.median(games[path])
            start = statistics.median(starts[path])
            print(
                f"{entry}: {game * 1e3:.1f} ms a game, {start:.1f} s to start, {path}"
            )
        # Print the median of the ratios, because a round in which the machine was busy
        # hardly changes it.
        if asked.beside:
            pairs = zip(games[checkouts[1]], games[HERE], strict=True)
            ratio = statistics.median(other / own for other, own in pairs)
            print(
                f"{entry}: a game takes {ratio:.2f} times as long in {checkouts[1]}, "
                "with the same rows",
                flush=True,
            )


if __name__ == "__main__":
    main()
