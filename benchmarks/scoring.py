"""Wall time of an official-size run: ``python benchmarks/scoring.py``.

Start-up, which a run of two games shows, is reported apart.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EVALUATE = Path(__file__).resolve().parent.parent / "evaluate.py"
ENTRIES = {
    "two guesses": "k_guesses",
    "three guesses": "k_guesses:KGuesses(schedule=(12.3, 12.3, 12.3))",
}


def wall(entry: str, games: int) -> float:
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, str(EVALUATE), entry, "--out", out]
        began = time.perf_counter()
        subprocess.run(
            [*command, "--games", str(games)], check=True, capture_output=True
        )
        return time.perf_counter() - began


def main() -> None:
    for name, entry in ENTRIES.items():
        start = statistics.median(wall(entry, 2) for _ in range(3))
        whole = statistics.median(wall(entry, 1001) for _ in range(3))
        print(f"{name}: 1,001 games in {whole:.1f} s, {start:.1f} s of it start-up")


if __name__ == "__main__":
    main()
