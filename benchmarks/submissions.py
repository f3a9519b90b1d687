"""Leaderboard of many submissions: ``python benchmarks/submissions.py [N] [GAMES]``.

Writes N submissions (1,000 by default) of 101 games each, whose moves are drawn, and
times the leaderboard twice, in processes with a cache of their own: the first verifies
every row, the second knows what was verified. It also times what ``submit`` reads of
them, and the replay by ``verify`` of one. Kernels are compiled before. The plot and the
fingerprints of new entries, which ``evaluate.py leaderboard`` writes too, are left out.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from contest.entries.digests import file_digest
from contest.leaderboard.records import submitted
from contest.leaderboard.remembered import Remembered
from contest.leaderboard.standings import leaderboard
from contest.leaderboard.submission import FORMAT, read
from contest.leaderboard.verification import check_replay
from contest.pages.leaderboard_files import budget_block, columns_block, entries_block
from contest.runs.folder import TIMES, RunFolder
from contest.runs.schema import SEAL
from contest.statistics.error_budget import next_number
from contest.statistics.quantiles import PERCENTILES
from game.draws import Draws
from game.hosts import deal
from game.loop import Scripted, play
from game.protocol import Setting
from game.words import Vocabulary

RESULTS = Path(__file__).resolve().parent.parent / "results"
DEFAULTS = ("", "1000", "101")
OPENINGS = ("trace", "slate", "crane", "raise")


def make(results: Path, count: int, games: int) -> None:
    """Write submissions in the form of those of the contest, with drawn moves."""
    words = Vocabulary.load()
    draw = np.random.RandomState(0)
    template = RunFolder(submitted(RESULTS)[0]).facts()
    for number in range(1, count + 1):
        prices = tuple((draw.randint(800, 1400, 3) / 100).tolist())
        text = f"quantile:Quantile(schedule={prices}, order=1.{number:04})"
        name = f"quantile-{number:08x}"
        seed = hashlib.sha256(str(number).encode()).hexdigest()
        facts = template | {"entries": [text], "seed": seed, "games": games}
        facts |= {"calls": {}, "names": {text: text}, "failures": {}}
        facts |= {"digests": {text: hashlib.sha256(text.encode()).hexdigest()}}
        facts |= {"numbers": dict.fromkeys(PERCENTILES, number)}
        folder = RunFolder.create(results / "submissions" / name, results)
        folder.write("run.json", json.dumps(facts, indent=2) + "\n")
        folder.add(rows(facts, Setting.from_dict(facts, words), draw, *prices))
        seal = {"format": FORMAT, "sealed": "2026-11-22T00:00:00Z", "sources": {}}
        files = ("run.json", "games.csv")
        seal["files"] = {file: file_digest(folder.path / file) for file in files}
        folder.write(SEAL, json.dumps(seal, indent=2) + "\n")


def rows(
    facts: dict, setting: Setting, draw: np.random.RandomState, *prices: float
) -> Iterator[dict[str, str]]:
    """Yield games of drawn words at given prices."""
    answers = setting.vocabulary.answers
    for number in range(facts["games"]):
        drawn = (answers[place] for place in draw.randint(len(answers), size=3))
        second, third, final = drawn
        guesses = (OPENINGS[facts["numbers"]["p05"] % len(OPENINGS)], second, third)
        bought = [*zip(guesses, prices, strict=True)][: draw.randint(1, 4)]
        moves = [*bought, (final, 0.0)]
        game = play(
            Scripted(moves), deal(setting, Draws(facts["seed"], number)), setting
        )
        place = {"entry": facts["entries"][0], "game": str(number)}
        yield {**place, **game.to_row(), **dict.fromkeys(TIMES, "0.001")}


def rank(results: Path) -> None:
    """Compute the leaderboard with its tables, and print how long it took."""
    began = time.perf_counter()
    known = Remembered(results)
    found = leaderboard(results, Vocabulary.load(), known)
    tables = entries_block(found), budget_block(found), columns_block(found)
    known.keep()
    assert all(tables)
    report(f"leaderboard of {len(submitted(results))}", began)


def report(what: str, began: float) -> None:
    """Print the wall time since a moment, CPU time and memory of the process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(
        f"{what:<24} {time.perf_counter() - began:7.2f} s; the process "
        f"{used.ru_utime + used.ru_stime:7.2f} s of CPU, {used.ru_maxrss >> 10} MiB",
        flush=True,
    )


def main() -> None:
    """Write the submissions, and time what reads them."""
    count, games = (int(text) for text in [*sys.argv[1:], *DEFAULTS[len(sys.argv) :]])
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder, "results")
        results.mkdir()
        shutil.copy(RESULTS / "published.csv", results)
        environment = os.environ | {"CLUEPROOF_CACHE": str(Path(folder, "cache"))}
        command = [sys.executable, __file__, "--in", str(results)]
        subprocess.run(command, check=True, env=environment)  # compiles the kernels
        make(results, count, games)
        size = sum(path.stat().st_size for path in results.rglob("*")) >> 20
        print(f"{count} submissions of {games} games, {size} MiB", flush=True)
        for _ in range(2):
            subprocess.run(command, check=True, env=environment)
        began = time.perf_counter()
        taken = [RunFolder(path).facts()["numbers"] for path in submitted(results)]
        assert next_number(taken, "p50") == count + 1
        report("submit: its number", began)
        began = time.perf_counter()
        check_replay(read(submitted(results)[-1], Vocabulary.load()))
        report("verify: replay of one", began)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--in"]:
        rank(Path(sys.argv[2]))
    else:
        main()
