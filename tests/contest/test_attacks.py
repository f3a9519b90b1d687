"""Every strategy in tests/attacks against the real referee."""

import ast
import json
import os
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from contest.entries import resolve
from contest.evaluation import Findings, Plan, evaluate
from contest.records import RunFolder
from contest.runner import Job, leave, play_chunk
from contest.sandbox import Terms
from game.errors import InputError
from game.protocol import Mode
from game.words import DATA, Vocabulary

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "tests" / "attacks"
ATTACKS = sorted(p.stem for p in FOLDER.glob("*.py") if not p.stem.startswith("_"))
LISTS = [str(DATA / f"{kind}-5.txt") for kind in ("answers", "guesses")]
TRUSTED = ("contest", "game", "solver", "strategies", "data", "tests/attacks")
SEED = "attacks"
GAMES = 2
LIMIT = 2.0  # seconds of CPU time for a game; a twentieth where it should be hit
SLACK = 0.5  # seconds that a busy machine may add to a game
TIMES = ("seconds", "cpu_seconds")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


@pytest.fixture(scope="module", autouse=True)
def own_folders(tmp_path_factory):
    """Give this module a temporary folder and a cache that nobody else uses."""
    temporary = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(temporary))
        patch.setenv("CLUEPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("CLUEPROOF_TEST_SECRET", "zonal")
        yield temporary
        leave()


@pytest.fixture(scope="module")
def alone(own_folders):
    """The rows that an honest entry gets before there is any attack."""
    return honest_rows()


@pytest.fixture(scope="module")
def before(own_folders, alone):
    """Everything outside, before there is any attack."""
    return world(own_folders)


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_ends_as_its_file_says(name, alone, before, own_folders, capfd):
    expected = facts(name)

    chunk = attack(name, expected)

    needed = expected.get("NEEDS", ())
    if any(step.startswith(tuple(needed)) for step in chunk.missing if needed):
        pytest.skip(f"not protected here: {chunk.missing}")
    assert_ended(chunk, expected)
    assert honest_rows() == alone
    assert world(own_folders) == before
    assert capfd.readouterr() == ("", "")


DEGRADED = {
    ("Landlock",): "partial",
    ("seccomp",): "partial",
    ("Landlock", "seccomp"): "process-only",
}
ANYWHERE = (
    *("read_frames", "score_float_that_lies", "process_exit", "time_stopped"),
    *("channel_forged_id", "start_forged_protections", "resource_deleted_files"),
)


@pytest.mark.parametrize("without", DEGRADED, ids="-".join)
def test_without_a_protection_the_rest_holds(without, alone, before, own_folders):
    chunks = [attack(name, facts(name), without=without) for name in ANYWHERE]

    for name, chunk in zip(ANYWHERE, chunks, strict=True):
        assert_ended(chunk, facts(name))
        if not chunk.failure:
            assert Findings(missing=list(chunk.missing)).isolation == DEGRADED[without]
    assert honest_rows(without=without) == alone
    assert world(own_folders) == before


def test_orphans_are_hunted_down_where_processes_can_be_started(
    before, own_folders, strategy_file
):
    escape = (
        "import os\n"
        "def flee(depth):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        if depth: flee(depth - 1)\n"
        "        import time; time.sleep(1000)\n"
    )
    path = strategy_file("flee(5); return 'zonal', 0", head=escape)

    chunk = attack(path, {"GAMES": 1}, without=("Landlock", "seccomp"))

    assert {row["outcome"] for row in chunk.rows} <= {"wrong", "crashed"}
    assert world(own_folders) == before


def test_a_run_with_attackers_in_it_is_the_run_without_them(own_folders, tmp_path):
    honest = FOLDER / "_honest.py"
    company = [FOLDER / "process_exit.py", FOLDER / "start_exits.py"]
    texts = [honest, *company, f"{honest}:Honest()"]

    found = run(texts, tmp_path / "both")
    run(texts, tmp_path / "none", without=("Landlock", "seccomp"))

    rows = {text: rows_of(tmp_path / "both", text) for text in texts}
    assert rows[texts[0]] == rows[texts[3]] == rows_of(tmp_path / "none", texts[0])
    assert {row["outcome"] for row in rows[texts[1]]} == {"crashed"}
    assert rows[texts[2]] == []
    assert "exited with status 4" in found.failures[str(texts[2])]
    facts = json.loads((tmp_path / "none" / "run.json").read_text())
    assert facts["isolation"] == "process-only"


def test_a_run_that_an_entry_could_read_is_refused(strategy_file, tmp_path):
    path = strategy_file("return 'zonal', 0", name="results.py")

    with pytest.raises(InputError, match="may read what is in"):
        run([path], tmp_path / "results" / "mine")


def run(texts, folder, **options):
    """Play a whole run, without workers, and return what it found."""
    plan = Plan(
        entries=tuple(resolve(str(text)) for text in texts),
        vocabulary=Vocabulary.load(),
        mode=Mode.WORDPL,
        games=4,
        whole=False,
        seed=SEED,
        timeout=LIMIT,
        start_timeout=20.0,
        jobs=1,
        **options,
    )
    return evaluate(plan, RunFolder.create(folder, folder))[1]


def rows_of(folder, text):
    """Return an entry's rows of a run, without what differs from run to run."""
    without = (*TIMES, "entry")
    rows = [row for row in RunFolder(folder).rows() if row["entry"] == str(text)]
    return [{k: v for k, v in row.items() if k not in without} for row in rows]


def attack(name, expected, **options):
    """Play the games of one attack, and end its process."""
    path = name if isinstance(name, Path) else FOLDER / f"{name}.py"
    timed = "timeout" in expected.get("EXPECT", ())
    terms = Terms(
        resolve(str(path)),
        *LISTS,
        expected.get("MODE", "wordpl"),
        6 if expected.get("MODE") == "classic" else 1000,
        expected.get("LIMIT", LIMIT / 20 if timed else LIMIT),
        expected.get("START", 20.0),
        isolated=expected.get("ISOLATED", False),
        **options,
    )
    job = Job(terms, SEED, 1000, whole=False)
    try:
        return play_chunk(job, 0, expected.get("GAMES", GAMES))
    finally:
        leave()


def honest_rows(**options):
    expected = {"GAMES": 4, "LIMIT": 5.0}
    chunk = attack("_honest", expected, **options)
    assert not chunk.failure
    return [{k: v for k, v in row.items() if k not in TIMES} for row in chunk.rows]


def assert_ended(chunk, expected):
    """Compare with what the file says; look for what no file may bring about."""
    wanted = expected["EXPECT"]
    wanted = {wanted} if isinstance(wanted, str) else wanted
    if chunk.failure:
        assert "no start" in wanted, chunk.failure
        assert expected.get("REASON", "") in chunk.failure
        assert all(map(harmless, chunk.failure.splitlines()))
        return
    assert len(chunk.rows) == expected.get("GAMES", GAMES)
    assert harmless(chunk.name)
    assert len(chunk.name) <= 80
    for row in chunk.rows:
        assert row["outcome"] in wanted, row
        assert row["outcome"] != "won"
        assert row["score"] == "inf"
        assert expected.get("REASON", "") in row["reason"]
        assert row["moves"].startswith(expected.get("MOVES", ""))
        assert all(map(harmless, row.values())), row
        limit = expected.get("LIMIT", LIMIT / 20 if "timeout" in wanted else LIMIT)
        assert float(row["seconds"]) < 3 * limit + SLACK


def harmless(text):
    """Whether a text is one printable line that no spreadsheet computes."""
    text.encode()
    return text.isprintable() and not text.startswith(("=", "+", "-", "@"))


def facts(name):
    """Return the constants of an attack's file, which is never imported here."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text())
    known = ("EXPECT", "REASON", "MOVES", "MODE", "NEEDS", "ISOLATED", "GAMES")
    known += ("LIMIT", "START")
    return {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id in known
    }


def world(temporary):
    """Return everything outside a strategy that it could have changed."""
    marked = [*Path("/tmp").glob("*clueproof*attack*")]
    marked += Path("/dev/shm").glob("*clueproof*attack*")
    return {
        "files": {
            str(path): (s.st_mode, s.st_size, s.st_mtime_ns, s.st_ino, s.st_uid)
            for folder in TRUSTED
            for path in (ROOT / folder).rglob("*")
            if "__pycache__" not in path.parts
            for s in [path.lstat()]
        },
        "new files": marked,
        "temporary": sorted(
            p.name for p in temporary.iterdir() if "-core-" not in p.name
        ),
        "processes": processes(str(temporary)),
        "threads": threading.active_count(),
        "descriptors": descriptors(),
        "cores": os.sched_getaffinity(0),
        "folder": os.getcwd(),
        "environment": {**os.environ, "PYTEST_CURRENT_TEST": ""},
    }


def descriptors():
    """Return what this process has open, without what pytest captures output in."""
    found = []
    for number in os.listdir("/proc/self/fd"):
        with suppress(FileNotFoundError):  # the one by which they are listed
            found.append(os.readlink(f"/proc/self/fd/{number}"))
    return sorted(name for name in found if "(deleted)" not in name)


def processes(place):
    """Return the processes that live in a folder, by what the kernel knows of them."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            told = (process / "cmdline").read_bytes()
            told += (process / "environ").read_bytes()
            told += os.fsencode(os.readlink(process / "cwd"))
        except OSError:
            continue
        if os.fsencode(place) in told:
            found.append(process.name)
    return found


def test_every_attack_says_what_it_tries_and_what_must_happen():
    outcomes = {"won", "wrong", "invalid", "crashed", "timeout", "out_of_turns"}

    for name in ATTACKS:
        text = ast.get_docstring(ast.parse((FOLDER / f"{name}.py").read_text()))
        tries, _, happens = text.partition("\n\n")
        expected = facts(name)["EXPECT"]
        expected = {expected} if isinstance(expected, str) else expected

        assert tries, name
        assert happens, name
        assert expected <= outcomes - {"won"} | {"no start"}, name
    assert len(ATTACKS) >= 100
