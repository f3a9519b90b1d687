"""All attacks: the attacks of the self-test, and those in the folder ``attacks``."""

import os
import shutil
import threading
from contextlib import suppress
from pathlib import Path

from contest.conformance.corpus import ATTACKS, Attack, attack_names
from contest.entries.entry import resolve
from contest.entries.home import ROOT
from contest.runs.rows import TIMES
from contest.sandbox import claims
from tests.adversarial.leftovers import processes
from tests.sandboxed import LISTS

MORE_ATTACKS = Path(__file__).parent / "attacks"
NAMES = [*attack_names(), *attack_names(MORE_ATTACKS)]
TRUSTED = ("contest", "game", "solver", "strategies", "data")
SLACK = 5.0  # seconds that a busy machine may add to a game
HONEST = resolve(str(ATTACKS / "_honest.py"))


def gather(folder):
    """Copy all attacks to one folder, because an entry can read only its own folder."""
    for source in (ATTACKS, MORE_ATTACKS):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, folder, dirs_exist_ok=True, ignore=ignored)
    return folder


def honest_rows():
    """Return the rows that an honest entry gets."""
    chunk = Attack("honest", HONEST, frozenset(), games=4, timeout=60.0).play(LISTS)
    assert not chunk.failure
    return [{k: v for k, v in row.items() if k not in TIMES} for row in chunk.rows]


def world(temporary, corpus):
    """Return the state of all that a strategy could have changed outside its folder."""
    marked = [*Path("/tmp").glob("*clueproof*attack*")]
    marked += Path("/dev/shm").glob("*clueproof*attack*")
    return {
        "files": {
            str(path): (s.st_mode, s.st_size, s.st_mtime_ns, s.st_ino, s.st_uid)
            for folder in (corpus, *(ROOT / name for name in TRUSTED))
            for path in folder.rglob("*")
            if "__pycache__" not in path.parts
            for s in [path.lstat()]
        },
        "new files": marked,
        "temporary": sorted(p.name for p in temporary.iterdir()),
        "processes": processes(str(temporary)),
        "threads": threading.active_count(),
        "descriptors": descriptors(),
        "cores": os.sched_getaffinity(0),
        "folder": os.getcwd(),
        "environment": {**os.environ, "PYTEST_CURRENT_TEST": ""},
    }


def descriptors():
    """Return the files that this process has open, without the files of pytest."""
    # This process claims a core when another run has left it. That is no attack.
    claimed = {str(claim.fileno()) for claim in claims._CLAIM.values()}
    links = []
    for number in {*os.listdir("/proc/self/fd")} - claimed:
        with suppress(FileNotFoundError):  # the listing's own descriptor is closed
            links.append(os.readlink(f"/proc/self/fd/{number}"))
    return sorted(name for name in links if "(deleted)" not in name)
