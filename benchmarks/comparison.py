"""Comparison of three entries with many games: ``python benchmarks/comparison.py [N]``.

Writes N generated games of each (a million by default) in the form of a run; then a
fresh process reads and compares them, and says how long it took and the most memory it
had.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from contest.runs.folder import RunFolder
from contest.statistics.comparison.simultaneous import rankings
from contest.statistics.games import group_by_entry, parse_rows
from contest.terminal.comparison import rankings_text
from game.channels.response import RESPONSE
from game.clues import letterwise
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from game.words import Vocabulary

WORDS = Vocabulary.load()
PRICES = {"first": (9.3, 5.3), "second": (10.0, 4.5), "third": (12.0, 6.0)}


def rows(games: int) -> Iterator[dict[str, str]]:
    """Yield games with drawn secrets and noise; equal clues have one final answer."""
    draw = random.Random(1)
    for entry, prices in PRICES.items():
        secrets = random.Random(2)  # the same for every entry
        finals: dict[tuple[Turn, ...], str] = {}
        for number in range(games):
            answer = WORDS.answers[secrets.randrange(len(WORDS.answers))]
            turns = []
            for word, price in zip(("trace", "solid"), prices, strict=True):
                noise = np.array([draw.random() for _ in word])
                seen = RESPONSE.perturb(letterwise(answer, word), price, noise)
                turns.append(Turn(word, price, seen))
            clues = tuple(turns)
            final = finals.setdefault(clues, answer)
            outcome = Outcome.WON if final == answer else Outcome.WRONG
            game = Game(Mode.WORDPL, answer, clues, final, outcome)
            times = {"seconds": "0.000700", "cpu_seconds": "0.000200"}
            yield {"entry": entry, "game": str(number), **game.to_row(), **times}


def compare(folder: Path) -> None:
    """Compare the entries of a run."""
    began = time.process_time()
    games = group_by_entry(parse_rows(RunFolder(folder).rows()), Setting(WORDS))
    text = rankings_text(rankings(list(games.values())), 80)
    print(f"  compared in {time.process_time() - began:.1f} s of CPU time")
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  {size:.0f} MB at most\n\n{text}")


def main() -> None:
    if sys.argv[1:2] == ["compare"]:
        compare(Path(sys.argv[2]))
        return
    games = int(sys.argv[1]) if sys.argv[1:] else 1_000_000
    with tempfile.TemporaryDirectory() as name:
        run = RunFolder.create(Path(name, "run"), Path(name))
        coming = rows(games)
        while part := list(islice(coming, 1000)):
            run.add(part)
        print(f"{games:,} games of each of {len(PRICES)} entries", flush=True)
        command = [sys.executable, __file__, "compare", str(run.path)]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
