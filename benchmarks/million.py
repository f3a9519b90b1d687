"""A million games: ``python benchmarks/million.py [PLAYED [WRITTEN]]``.

Plays games of a two-guess strategy and says what memory the main process took; then
writes as many rows as a million games have, by the same code that writes a run, and
says how long the run takes to open: the first time, and from what is kept beside it.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from contest.runs.cache import NAME, open_games
from contest.runs.folder import RunFolder
from contest.statistics.summary import Summary
from game.draws import Draws
from game.hosts import deal
from game.loop import Scripted, play
from game.protocol import Setting
from game.words import Vocabulary

EVALUATE = Path(__file__).resolve().parent.parent / "evaluate.py"
WORDS = Vocabulary.load()
TWO_GUESSES = """
class Two:
    def first_move(self):
        self.seen = []
        return "trace", 9.3

    def next_move(self, guess, epsilon, result):
        self.seen.append(result)
        if len(self.seen) == 1:
            return "solid", 5.3
        return ("crane", "lousy")["c" in result], 0


ENTRIES = [Two()]
"""


def peak(process: subprocess.Popen[bytes]) -> float:
    """Return the largest resident size of a process so far, in MB."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def lines(path: Path) -> int:
    if not path.exists():
        return 0
    with path.open("rb") as file:
        return sum(
            block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b"")
        )


def played(folder: Path, games: int) -> None:
    """Play, and print the main process's memory as the run grows."""
    file = folder / "two.py"
    file.write_text(TWO_GUESSES, encoding="utf-8")
    out = folder / "run"
    command = [sys.executable, str(EVALUATE), str(file), "--games", str(games)]
    began = time.perf_counter()
    process = subprocess.Popen(
        [*command, "--out", str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    marks = [games * k // 8 for k in range(1, 9)]
    largest = 0.0
    while process.poll() is None:
        time.sleep(0.5)
        try:
            largest = peak(process)
        except (OSError, StopIteration):
            break
        count = lines(out / "games.csv") - 1
        while marks and count >= marks[0]:
            print(f"  {marks.pop(0):>9,} games played: {largest:.0f} MB", flush=True)
    status = process.wait()
    seconds = time.perf_counter() - began
    print(
        f"  status {status}, {games:,} games in {seconds:.0f} s "
        f"({games / seconds:.0f} a second), {largest:.0f} MB at most"
    )


def rows(games: int) -> Iterator[dict[str, str]]:
    """Yield the rows of games like those that are played."""
    setting = Setting(WORDS)
    for number in range(games):
        host = deal(setting, Draws("0", number))
        moves = [("trace", 9.3), ("solid", 5.3), ("lousy", 0.0)]
        game = play(Scripted(moves), host, setting)
        times = {"seconds": "0.000700", "cpu_seconds": "0.000200"}
        yield {"entry": "two", "game": str(number), **game.to_row(), **times}


def written(folder: Path, games: int) -> None:
    """Write so many rows, and open them twice."""
    run = RunFolder.create(folder / "written", folder)
    coming = rows(games)
    while part := list(islice(coming, 25)):
        run.add(part)
    for how in ("from its rows", "from what is kept"):
        before = (run.path / NAME).exists()
        began, cpu = time.perf_counter(), time.process_time()
        found = open_games(run, Setting(WORDS))
        lines = [Summary(entry, games).line() for entry, games in found.items()]
        wall, cpu = time.perf_counter() - began, time.process_time() - cpu
        print(f"  {games:,} games opened in {wall:.2f} s, {cpu:.2f} s of CPU, {how}")
        assert len(lines) == 1
        assert before == (how == "from what is kept"), before
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  {size:.0f} MB at most")


def main() -> None:
    counts = [int(text) for text in sys.argv[1:]]
    games, whole = (*counts, 1_000_000, 1_000_000)[:2]
    with tempfile.TemporaryDirectory() as name:
        print(f"{games:,} games of two guesses, the main process")
        played(Path(name), games)
        print(f"{whole:,} rows, opened in this process")
        written(Path(name), whole)


if __name__ == "__main__":
    main()
