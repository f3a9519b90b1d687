"""Cost of a strategy that uses up its limits to one that plays at the same time.

    python -m tests.adversarial.neighbours --rounds 5

The neighbour computes the same in every game. It plays alone, beside a strategy that
fills the page cache with files that it writes and reads, and beside one that wakes
250 threads fifty times a second. Its rows must be the same; its CPU time is compared
round by round, since rounds are affected alike by what else the machine does.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from contest.entries.entry import resolve
from contest.runs.rows import TIMES
from contest.runs.workers.runner import Job, Row, end_player, play_chunk
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.tempdirs import words_on_disk
from game.protocol import Setting
from game.words import Vocabulary

EVALUATE = Path(__file__).resolve().parents[2] / "evaluate.py"
GAMES = 20
STRATEGY = """
import threading, time
{head}
class Mine:
    def first_move(self):
        {body}
        return "crane", 12.0
    def next_move(self, guess, epsilon, result):
        return "crane", 0.0
ENTRIES = [Mine()]
"""
NEIGHBOUR = STRATEGY.format(head="", body="self.sum = sum(range(500_000))")
OTHERS = {
    "page cache": STRATEGY.format(
        head="data = bytes(200 << 20)",
        body="open('f', 'wb').write(data); open('f', 'rb').read()",
    ),
    "threads": STRATEGY.format(
        head="def work():\n    while True: time.sleep(0.02)\n"
        "for _ in range(250): threading.Thread(target=work, daemon=True).start()",
        body="time.sleep(0.1)",
    ),
}


def measured(rounds: int) -> dict[str, tuple[list[float], bool]]:
    """Return CPU seconds of each round by what else plays, and whether rows differ."""
    measurements: dict[str, tuple[list[float], list[list[Row]]]] = {}
    with tempfile.TemporaryDirectory() as name, words_on_disk(Vocabulary.load()) as w:
        folder = Path(name)
        (folder / "neighbour.py").write_text(NEIGHBOUR)
        entry = resolve(str(folder / "neighbour.py"))
        setting = Setting(Vocabulary.from_files(*w), timeout=60.0)
        job = Job(SandboxPolicy(entry, w, setting), "neighbours", GAMES)
        for _ in range(rounds):
            for other in ("alone", *OTHERS):
                with beside(other, folder):
                    rows = play_chunk(job, 0, GAMES).rows
                end_player()
                seconds, all_rows = measurements.setdefault(other, ([], []))
                seconds.append(sum(float(row["cpu_seconds"]) for row in rows))
                all_rows.append([_timeless(row) for row in rows])
    expected = measurements["alone"][1][0]
    return {
        name: (seconds, any(rows != expected for rows in all_rows))
        for name, (seconds, all_rows) in measurements.items()
    }


@contextmanager
def beside(other: str, folder: Path) -> Iterator[None]:
    """Play another strategy in the block, from when it has its first row."""
    if other not in OTHERS:
        yield
        return
    path = folder / f"{other.replace(' ', '_')}.py"
    path.write_text(OTHERS[other])
    out = Path(tempfile.mkdtemp(dir=folder)) / "run"
    command = [sys.executable, str(EVALUATE), str(path), "--games", "10000"]
    run = subprocess.Popen(
        [*command, "--jobs", "1", "--timeout", "60", "--out", str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        games = out / "games.csv"
        while run.poll() is None:
            if games.exists() and games.read_bytes().count(b"\n") > 1:
                break
            time.sleep(0.05)
        assert run.poll() is None, f"{other}: the run ended"
        yield
    finally:
        run.kill()
        run.wait()


def _timeless(row: Row) -> Row:
    return {name: cell for name, cell in row.items() if name not in TIMES}


def main() -> None:
    """Print the CPU time of the neighbour by what plays beside it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    measurements = measured(parser.parse_args().rounds)
    alone = measurements["alone"][0]
    print(f"{GAMES} games of the neighbour, {len(alone)} rounds")
    for name, (seconds, differ) in measurements.items():
        ratios = [a / b for a, b in zip(seconds, alone, strict=True)]
        print(
            f"  {name:<12} {statistics.median(seconds) * 1e3:7.1f} ms of CPU time, "
            f"{statistics.median(ratios):5.2f} of alone "
            f"({min(ratios):.2f} to {max(ratios):.2f}), rows "
            f"{'differ' if differ else 'the same'}"
        )


if __name__ == "__main__":
    main()
