"""Plays runs in one process; prints its resources before, during and after a run."""

import json
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from contest.entries.entry import resolve
from contest.runs.evaluation import RefereeError, evaluate_plan
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.sandbox.limits import Limits
from game.protocol import Setting
from game.words import Vocabulary
from tests.adversarial.leftovers import held

STRATEGY = """
import time
{head}
class Mine:
    def first_move(self):
        {first}
    def next_move(self, guess, epsilon, result):
        return guess, 0
ENTRIES = [Mine()]
"""
PLAY = "time.sleep(0.01); return 'crane', 5"
BODIES = {"no start": ("raise ValueError", PLAY), "crashes": ("", "raise ValueError")}
ENDLESS = 9000  # number of games; the run is ended before it has played all of them


def play(case, folder, name, middle):
    """Play a run of a case; `watch` adds the resources during this run to `middle`."""
    head, first = BODIES.get(case, ("", PLAY))
    path = folder / f"entry_{name}.py"
    path.write_text(STRATEGY.format(head=head, first=first))
    games = ENDLESS if case in ("worker killed", "interrupted") else 40
    plan = Plan(
        entries=(resolve(str(path)),),
        setting=Setting(Vocabulary.load(), timeout=5.0),
        games=games,
        seed="leftovers",
        limits=Limits(isolate_games=case == "isolated"),
        jobs=2,
    )
    run = RunFolder.create(folder / f"run_{name}")
    watcher = threading.Thread(target=watch, args=(case, folder, middle))
    watcher.start()
    expected = {"worker killed": RefereeError, "interrupted": KeyboardInterrupt}
    with suppress(expected.get(case, ())):
        evaluate_plan(plan, run)
    watcher.join()
    assert run.open().facts.complete == (case not in expected)


def watch(case, folder, middle):
    """Wait until workers have folders, note the resources, and end the run if due."""
    temporary = folder / "temporary"
    pid = os.getpid()
    deadline = time.monotonic() + 600
    # One worker may have played a short run before the other starts.
    needed = 2 if case in ("worker killed", "interrupted") else 1
    while time.monotonic() < deadline:
        names = [path.name.split("-") for path in temporary.glob("clueproof-*")]
        pids = [int(name[1]) for name in names if int(name[1]) != pid]
        if len(pids) >= needed:
            break
        time.sleep(0.001)
    else:
        os.kill(pid, signal.SIGKILL)
    middle.append(held(temporary))
    if case == "worker killed":
        os.kill(pids[0], signal.SIGKILL)
    if case == "interrupted":
        time.sleep(1)  # so that games are being played
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


def main():
    """Print the resources of each case as JSON."""
    folder = Path(sys.argv[1])
    cases = sys.argv[2:]
    # The first run makes what stays until the process ends: trackers of joblib, a
    # claimed core, and imports.
    play("whole", folder, "first", [])
    holdings = {}
    for number, case in enumerate(cases):
        middle = []
        before = held(folder / "temporary")
        play(case, folder, str(number), middle)
        holdings[case] = [before, middle[0], held(folder / "temporary")]
    print(json.dumps(holdings))


if __name__ == "__main__":
    main()
